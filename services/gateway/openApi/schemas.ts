/** Schemas of responses. The names of the exports become the schema names in the OpenAPI description. */

export { AdminAttention, AttentionCount } from '@venue-booking/proto/adminAttention';
export {
  AdminBooking,
  AdminBookingDetail,
  BookingMail,
  Erasure,
  GuestCancellation,
  GuestExport,
} from '@venue-booking/proto/adminBooking';
export { Booking, BookingResponse, Payment } from '@venue-booking/proto/booking';
export { BookingField, BookingFields } from '@venue-booking/proto/bookingField';
export {
  BlockResult,
  Calendar,
  CalendarBooking,
  CalendarFacility,
  CalendarSlot,
} from '@venue-booking/proto/calendar';
export { CheckInList, Expected, FirstUse, ScanResult } from '@venue-booking/proto/checkIns';
export { DeadLetter, ServiceState } from '@venue-booking/proto/deadLetter';
export { ExceptionsChanged, FacilityException } from '@venue-booking/proto/exceptions';
export { AdminFacility, Facility, OpeningException } from '@venue-booking/proto/facility';
export { FacilityPreview } from '@venue-booking/proto/facilityPreview';
export { Figures, MovedMoney } from '@venue-booking/proto/figures';
export { HistoryChange, HistoryEntry } from '@venue-booking/proto/history';
export { Image } from '@venue-booking/proto/image';
export { LimitCounts } from '@venue-booking/proto/limitCounts';
export { MailPreview, MailText } from '@venue-booking/proto/mailText';
export { Passkey, PasskeyCreation, PasskeyRequest } from '@venue-booking/proto/passkey';
export {
  Attention,
  PaymentAccount,
  PaymentDetail,
  PaymentTest,
  PaymentTestOutcome,
  Refund,
} from '@venue-booking/proto/payment';
export { InvitedPerson, Person } from '@venue-booking/proto/person';
export { PricePreview } from '@venue-booking/proto/pricePreview';
export { PriceLine, PriceSummary, SlotPrice } from '@venue-booking/proto/pricing';
export { ProofChallenge } from '@venue-booking/proto/proofOfWork';
export { ChangeQuote, Quote } from '@venue-booking/proto/quote';
export { Room } from '@venue-booking/proto/room';
export { LinkPerson, Session } from '@venue-booking/proto/session';
export { Availability, DaySlots, DaySummary, Slot, SlotCheck } from '@venue-booking/proto/slot';
export { CreatedToken, Token } from '@venue-booking/proto/token';
export { DomainCheck, Site, Venue } from '@venue-booking/proto/venue';
export { Webhook, WebhookDelivery, WebhookPayload, WebhookWithSecret } from '@venue-booking/proto/webhook';
export { TicketAnswer as Ticket } from '../pages/ticket/ticketJson.ts';
