import { formatMoment } from '@venue-booking/domain/wording/formats';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { Locale } from '@venue-booking/proto/primitives';
import { inLanguage } from '../guest/languageSwitch.ts';
import { changeLabels } from './changeLabels.ts';

/** The part of a ticket about changing the booking: the deadline, and the link while it is open. */
export function changeSection({ change, locale, booking }: Ticket, path: string, language: Locale): string {
  if (!change) return '';
  const text = changeLabels[language];
  const moment = formatMoment(change.until, language);
  if (booking.status === 'pending_payment')
    return change.isOver ? '' : `<p class="note">${text.oncePaid(moment)}</p>`;
  if (change.isOver) return `<p class="note">${text.wasUntil(moment)}</p>`;
  return `<a class="button" href="${inLanguage(`${path}/change`, language, locale)}">${text.change}</a>
<p class="note">${text.until(moment)}</p>`;
}
