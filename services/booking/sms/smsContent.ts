import { internationalNumber } from '@venue-booking/domain/booking/phoneNumber';
import { afterNight } from '@venue-booking/domain/booking/visitMail';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatMoment } from '@venue-booking/domain/wording/formats';
import { inGsm, smsName } from '@venue-booking/domain/wording/smsText';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { Locale } from '@venue-booking/proto/primitives';
import type { LinkUrl } from '../core/linkedBooking.ts';
import { phoneKey } from '../core/phoneKey.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { type ClaimedMail, readBookings } from '../mail/queue/mailStore.ts';
import { checkedBooking } from '../mail/send/prepareMail.ts';
import { guestTexts, waitingTexts } from '../mail/texts/mailTexts.ts';
import { fill, onOneLine } from '../mail/texts/plainText.ts';
import { findEntries } from '../waiting/waitingStore.ts';
import type { ClaimedSms, SmsNote, SmsSource } from './smsQueue.ts';

export type SmsContentDeps = { database: BookingDatabase; ticketUrl: LinkUrl; offerUrl: LinkUrl };

/** An SMS to send, why not to send it (null: the guest gave no number), or when to look again. */
export type SmsContent = { to: string; text: string } | { drop: SmsNote | null } | { until: Date };

/** Maximum characters of the venue's name, so that a text has two segments at most in the GSM alphabet. */
const MAX_NAME = 40;

type Settings = {
  name: string | null;
  timezone: string;
  reminders: boolean;
  offers: boolean;
  countryCode: string | null;
  phoneKey: string | null;
};

/** Composes an SMS from the current booking or entry. */
export async function smsContent(
  deps: SmsContentDeps,
  source: SmsSource,
  sms: ClaimedSms,
): Promise<SmsContent> {
  const [settings] = await deps.database.$queryRaw<Settings[]>`
    SELECT name, timezone, coalesce(sms_reminders, false) AS reminders, coalesce(sms_offers, false) AS offers,
      sms_country_code AS "countryCode", ${phoneKey(sms.venueId)} AS "phoneKey"
    FROM booking.venue WHERE id = ${sms.venueId}`;
  const found = settings && (await (source === 'mail' ? reminder : offer)(deps, sms, settings));
  if (!settings || !found) return { drop: 'not_needed' };
  const phone = settings.phoneKey === null ? undefined : found.extra[settings.phoneKey];
  if (typeof phone !== 'string' || phone.trim() === '') return { drop: null };
  const to = internationalNumber(phone, settings.countryCode);
  if (to === null) return { drop: 'number_unusable' };
  const morning = afterNight(found.timezone, Date.now());
  if (morning > Date.now()) return { until: new Date(morning) };
  const { template, startsAt, url, locale, ...values } = found;
  const text = fill(template, {
    venue: smsName(onOneLine(settings.name ?? ''), MAX_NAME),
    start: formatMoment(startsAt, locale),
    ...('until' in values && { until: formatMoment(values.until, locale) }),
    url: await url(),
  });
  return { to, text: inGsm(text) };
}

type Found = {
  extra: Record<string, unknown>;
  timezone: string;
  locale: Locale;
  template: string;
  /** Local times. */
  startsAt: string;
  until?: string;
  url: () => Promise<string>;
};

/** The reminder of a visit; null if it must not be sent any more. */
async function reminder(
  { database, ticketUrl }: SmsContentDeps,
  { venueId, id }: ClaimedSms,
  { reminders }: Settings,
): Promise<Found | null> {
  const [mail] = await database.$queryRaw<
    Pick<ClaimedMail, 'venueId' | 'bookingId' | 'kind' | 'createdAt'>[]
  >`
    SELECT venue_id AS "venueId", booking_id::float8 AS "bookingId", kind, created_at AS "createdAt" FROM booking.mail
    WHERE venue_id = ${venueId} AND id = ${id}::uuid`;
  const [row] = mail && reminders ? await readBookings(database, [mail]) : [];
  const booking = mail && checkedBooking(mail, row ?? null);
  if (!booking || typeof booking === 'string') return null;
  const { timezone, startsAt, extra } = booking;
  const locale = booking.locale as Locale;
  return {
    ...{ timezone, locale, extra: extra as Found['extra'], template: guestTexts[locale].smsReminder },
    startsAt: localAt(timezone, startsAt.getTime()),
    url: () => ticketUrl(booking),
  };
}

/** The open offer of an entry; null if it is over. */
async function offer(
  { database, offerUrl }: SmsContentDeps,
  { id, smsId }: ClaimedSms,
  { offers, timezone }: Settings,
): Promise<Found | null> {
  const [entry] = offers ? await findEntries(database, Prisma.sql`w.id = ${BigInt(id)}`, 1) : [];
  if (entry?.status !== 'offered' || entry.offerUid !== smsId || entry.erasedAt !== null) return null;
  const { offerUntil, offerSlotId, extra } = entry;
  if (offerUntil === null || offerUntil.getTime() <= Date.now()) return null;
  const locale = entry.locale as Locale;
  return {
    ...{ timezone, locale, extra: extra as Found['extra'], template: waitingTexts[locale].smsOffer },
    startsAt: localAt(timezone, parseSlotId(Number(offerSlotId))?.startsAt ?? 0),
    until: localAt(timezone, offerUntil.getTime()),
    url: () => offerUrl(entry),
  };
}
