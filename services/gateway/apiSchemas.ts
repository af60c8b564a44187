import { AdminAttention, AttentionCount } from '@venue-booking/proto/adminAttention';
import {
  AdminBooking,
  AdminBookingDetail,
  BookingMail,
  Erasure,
  GuestCancellation,
  GuestExport,
} from '@venue-booking/proto/adminBooking';
import { Booking, BookingResponse, Payment } from '@venue-booking/proto/booking';
import { BookingField, BookingFields } from '@venue-booking/proto/bookingField';
import {
  BlockResult,
  Calendar,
  CalendarBooking,
  CalendarFacility,
  CalendarSlot,
} from '@venue-booking/proto/calendar';
import { CheckInList, Expected, FirstUse, ScanResult } from '@venue-booking/proto/checkIns';
import { DeadLetter, ServiceState } from '@venue-booking/proto/deadLetter';
import { ExceptionsChanged, FacilityException } from '@venue-booking/proto/exceptions';
import { AdminFacility, Facility, OpeningException } from '@venue-booking/proto/facility';
import { FacilityPreview } from '@venue-booking/proto/facilityPreview';
import { Figures } from '@venue-booking/proto/figures';
import { HistoryChange, HistoryEntry } from '@venue-booking/proto/history';
import { Image } from '@venue-booking/proto/image';
import { MailPreview, MailText } from '@venue-booking/proto/mailText';
import { Passkey, PasskeyCreation, PasskeyRequest } from '@venue-booking/proto/passkey';
import {
  Attention,
  PaymentAccount,
  PaymentDetail,
  PaymentTest,
  PaymentTestOutcome,
  Refund,
} from '@venue-booking/proto/payment';
import { InvitedPerson, Person } from '@venue-booking/proto/person';
import { PricePreview } from '@venue-booking/proto/pricePreview';
import { PriceLine, PriceSummary, SlotPrice } from '@venue-booking/proto/pricing';
import { ProofChallenge } from '@venue-booking/proto/proofOfWork';
import { ChangeQuote, Quote } from '@venue-booking/proto/quote';
import { Room } from '@venue-booking/proto/room';
import { LinkPerson, Session } from '@venue-booking/proto/session';
import { Availability, DaySlots, DaySummary, Slot, SlotCheck } from '@venue-booking/proto/slot';
import { CreatedToken, Token } from '@venue-booking/proto/token';
import { DomainCheck, Site, Venue } from '@venue-booking/proto/venue';
import { Webhook, WebhookDelivery, WebhookPayload, WebhookWithSecret } from '@venue-booking/proto/webhook';

/** What answers hold, by the names that the API's description has for it. */
export const apiSchemas = {
  AdminAttention,
  AdminBooking,
  AdminBookingDetail,
  AdminFacility,
  Attention,
  AttentionCount,
  Availability,
  BlockResult,
  Booking,
  BookingField,
  BookingFields,
  BookingMail,
  BookingResponse,
  Calendar,
  CalendarBooking,
  CalendarFacility,
  CalendarSlot,
  ChangeQuote,
  CheckInList,
  CreatedToken,
  DaySlots,
  DaySummary,
  DeadLetter,
  DomainCheck,
  Erasure,
  ExceptionsChanged,
  Expected,
  Facility,
  FacilityException,
  FacilityPreview,
  Figures,
  FirstUse,
  GuestCancellation,
  GuestExport,
  HistoryChange,
  HistoryEntry,
  Image,
  InvitedPerson,
  LinkPerson,
  MailPreview,
  MailText,
  OpeningException,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  Payment,
  PaymentAccount,
  PaymentDetail,
  PaymentTest,
  PaymentTestOutcome,
  Person,
  PriceLine,
  PricePreview,
  PriceSummary,
  ProofChallenge,
  Quote,
  Refund,
  Room,
  ScanResult,
  ServiceState,
  Session,
  Site,
  Slot,
  SlotCheck,
  SlotPrice,
  Token,
  Venue,
  Webhook,
  WebhookDelivery,
  WebhookPayload,
  WebhookWithSecret,
};
