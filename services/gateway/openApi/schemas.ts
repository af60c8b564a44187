/** Schemas of responses. The names of the exports become the schema names in the OpenAPI description. */

export {
  CreatedOperatorToken,
  InvitedOperator,
  Operator,
  OperatorToken,
  Visit,
} from '@venue-booking/proto/auth/operator';
export { Passkey, PasskeyCreation, PasskeyRequest } from '@venue-booking/proto/auth/passkey';
export { InvitedPerson, Person } from '@venue-booking/proto/auth/person';
export { LinkPerson, Session } from '@venue-booking/proto/auth/session';
export { CreatedInvitation, Invitation } from '@venue-booking/proto/auth/signUp';
export { CreatedToken, Token } from '@venue-booking/proto/auth/token';
export {
  AdminBooking,
  AdminBookingDetail,
  BookingMail,
  Erasure,
  GuestCancellation,
  GuestExport,
} from '@venue-booking/proto/booking/adminBooking';
export { Booking, BookingResponse, Payment } from '@venue-booking/proto/booking/booking';
export {
  Block,
  BlockResult,
  Calendar,
  CalendarBooking,
  CalendarFacility,
  CalendarSlot,
} from '@venue-booking/proto/booking/calendar';
export {
  CheckInList,
  ExpectedBooking as Expected,
  FirstCheckIn as FirstUse,
  ScanResult,
} from '@venue-booking/proto/booking/checkIns';
export { HistoryChange, HistoryEntry } from '@venue-booking/proto/booking/history';
export { ProofChallenge } from '@venue-booking/proto/booking/proofOfWork';
export { ChangeQuote, Quote } from '@venue-booking/proto/booking/quote';
export {
  Webhook,
  WebhookDelivery,
  WebhookPayload,
  WebhookWithSecret,
} from '@venue-booking/proto/booking/webhook';
export { ExceptionsChanged, FacilityException } from '@venue-booking/proto/facility/exceptions';
export {
  AdminFacility,
  Facility,
  OpeningException,
  PatchedFacility,
} from '@venue-booking/proto/facility/facility';
export { FacilityPreview } from '@venue-booking/proto/facility/facilityPreview';
export { Image } from '@venue-booking/proto/facility/image';
export { Room } from '@venue-booking/proto/facility/room';
export { Availability, DaySlots, DaySummary, Slot, SlotCheck } from '@venue-booking/proto/facility/slot';
export { MailPreview, MailText } from '@venue-booking/proto/mail/mailText';
export {
  Attention,
  PaymentAccount,
  PaymentDetail,
  PaymentTest,
  PaymentTestOutcome,
  Refund,
} from '@venue-booking/proto/payment/payment';
export { PricePreview } from '@venue-booking/proto/price/pricePreview';
export { PriceLine, PriceSummary, SlotPrice } from '@venue-booking/proto/price/pricing';
export { AdminAttention, AttentionCount } from '@venue-booking/proto/reports/adminAttention';
export { AuditChange, AuditEntry } from '@venue-booking/proto/reports/auditEntry';
export { DeadLetter, ServiceState } from '@venue-booking/proto/reports/deadLetter';
export { FeeLine, FeeTotal } from '@venue-booking/proto/reports/fees';
export { Figures, MovedMoney } from '@venue-booking/proto/reports/figures';
export { LimitCounts } from '@venue-booking/proto/reports/limitCounts';
export { Statement } from '@venue-booking/proto/reports/statement';
export { BookingField, BookingFields } from '@venue-booking/proto/venue/bookingField';
export { Plan, VenuePlan } from '@venue-booking/proto/venue/plan';
export { DomainCheck, Site, Venue } from '@venue-booking/proto/venue/venue';
export { ListedVenue, VenueState } from '@venue-booking/proto/venue/venueState';
export { TicketAnswer as Ticket } from '../pages/ticket/ticketJson.ts';
