import {
  AdminBooking,
  AdminBookingDetail,
  Erasure,
  GuestCancellation,
  GuestExport,
} from '@venue-booking/proto/adminBooking';
import { Booking, BookingResponse, Payment } from '@venue-booking/proto/booking';
import { BookingField, BookingFields } from '@venue-booking/proto/bookingField';
import { Calendar, CalendarBooking, CalendarFacility, CalendarSlot } from '@venue-booking/proto/calendar';
import { CheckInList, Expected, FirstUse, ScanResult } from '@venue-booking/proto/checkIns';
import { DeadLetter, ServiceState } from '@venue-booking/proto/deadLetter';
import { AdminFacility, Facility, OpeningException } from '@venue-booking/proto/facility';
import { HistoryChange, HistoryEntry } from '@venue-booking/proto/history';
import { MailText } from '@venue-booking/proto/mailText';
import { Attention, PaymentAccount, PaymentDetail, Refund } from '@venue-booking/proto/payment';
import { Person } from '@venue-booking/proto/person';
import { Session } from '@venue-booking/proto/session';
import { Availability, DaySlots, DaySummary, Slot, SlotCheck } from '@venue-booking/proto/slot';
import { CreatedToken, Token } from '@venue-booking/proto/token';
import { Site, Venue } from '@venue-booking/proto/venue';
import { Webhook, WebhookDelivery, WebhookWithSecret } from '@venue-booking/proto/webhook';

/** What answers hold, by the names that the API's description has for it. */
export const apiSchemas = {
  AdminBooking,
  AdminBookingDetail,
  AdminFacility,
  Attention,
  Availability,
  Booking,
  BookingField,
  BookingFields,
  BookingResponse,
  Calendar,
  CalendarBooking,
  CalendarFacility,
  CalendarSlot,
  CheckInList,
  CreatedToken,
  DaySlots,
  DaySummary,
  DeadLetter,
  Erasure,
  Expected,
  Facility,
  FirstUse,
  GuestCancellation,
  GuestExport,
  HistoryChange,
  HistoryEntry,
  MailText,
  OpeningException,
  Payment,
  PaymentAccount,
  PaymentDetail,
  Person,
  Refund,
  ServiceState,
  Session,
  ScanResult,
  Site,
  Slot,
  SlotCheck,
  Token,
  Venue,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
};
