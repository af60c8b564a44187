import { addOnsText } from '@venue-booking/domain/wording/bookingTexts';
import { formatEuro, formatPrice } from '@venue-booking/domain/wording/formats';
import { nameIn } from '@venue-booking/domain/wording/nameIn';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Booking } from '@venue-booking/proto/booking/booking';
import type { ChangeQuoteRequest } from '@venue-booking/proto/booking/quote';
import type { Facility } from '@venue-booking/proto/facility/facility';
import type { AddOnSummary } from '@venue-booking/proto/price/addOns';
import type { Locale } from '@venue-booking/proto/primitives';
import { labels } from '../guest/labels.ts';
import { changeLabels } from './changeLabels.ts';
import { localImage } from './localImage.ts';

/** The party of a booking, also of one that is not made yet. */
export type BookedParty = Pick<Booking, 'people' | 'guests' | 'add_ons'>;
type Chosen = { booking: BookedParty; request: ChangeQuoteRequest; language: Locale };
type Pictured = Chosen & { publicUrl: string };

/** The party of a guest who has not booked yet: the smallest one, with the add-ons of every booking. */
export function newParty({ min_people: people, price }: Facility): BookedParty {
  const required = price?.add_ons?.filter((addOn) => addOn.required) ?? [];
  return { people, add_ons: required.map(({ key, name }) => ({ key, name, count: 1 })) } as BookedParty;
}

/** Fields for the size of the party: a number of people, or guests of each category. */
export function partyFields({ booking, request, language }: Chosen, facility: Facility): string {
  const text = changeLabels[language];
  const { min_people: least, max_people_per_booking: most, price } = facility;
  const [first] = price?.categories ?? [];
  if (!price?.categories || !first) {
    // The limits may have changed since; the current party stays allowed.
    const range = [Math.min(least, booking.people), Math.max(most, booking.people)] as const;
    return numberField({
      label: text.people,
      name: 'people',
      value: request.people ?? booking.people,
      range,
    });
  }
  const booked = new Map(
    booking.guests?.map(({ key, count }) => [key, count]) ?? [[first.key, booking.people]],
  );
  const counts = request.guests ? new Map(Object.entries(request.guests)) : booked;
  const fields = price.categories.map(({ key, name, min, max }) => {
    const own = booked.get(key) ?? 0;
    const range = [Math.min(min, own), Math.max(max ?? most, own)] as const;
    return numberField({
      label: nameIn(name, language),
      name: `guests.${key}`,
      value: counts.get(key) ?? 0,
      range,
    });
  });
  return `<fieldset><legend>${text.party}</legend>${fields.join('')}</fieldset>`;
}

/**
 * Fields for add-ons: a number per piece, otherwise a checkbox. Add-ons that every booking includes, and
 * booked add-ons that the facility no longer offers, are shown as text. Add-ons that every booking includes
 * only since later are left out.
 */
export function addOnFields(
  { booking, request, language, publicUrl }: Pictured,
  { price }: Facility,
): string {
  const addOns = price?.add_ons ?? [];
  const booked = new Map(booking.add_ons?.map(({ key, count }) => [key, count]));
  const counts = new Map(Object.entries(request.add_ons ?? {}));
  const fieldOf = ({ key, name, eur, per, required, max }: AddOnSummary): string => {
    const field = {
      label: nameIn(name, language),
      softLine: priceText({ eur, per }, language),
      name: `add_ons.${key}`,
    };
    const own = booked.get(key) ?? 0;
    const value = counts.get(key) ?? own;
    if (per !== 'piece') return required ? '' : checkbox({ ...field, checked: value > 0 });
    return numberField({ ...field, value, range: [Math.min(Number(required), own), Math.max(max, own)] });
  };
  const pictured = (addOn: AddOnSummary): string => {
    const field = fieldOf(addOn);
    const picture = field && localImage(addOn.image, publicUrl);
    return picture ? `<div class="add-on"><span>${picture}</span>${field}</div>` : field;
  };
  const always = addOns.filter(({ key, per, required }) => required && per !== 'piece' && booked.has(key));
  const gone = booking.add_ons?.filter(({ key }) => !addOns.some((addOn) => addOn.key === key)) ?? [];
  const { included, stays } = changeLabels[language];
  const softLine = (text: string) => `<p class="soft">${escapeHtml(text)}</p>`;
  const shown = [
    ...addOns.map(pictured),
    ...always.map((addOn) => softLine(included(nameIn(addOn.name, language), priceText(addOn, language)))),
    ...(gone.length > 0 ? [softLine(stays(addOnsText({ add_ons: gone }, language)))] : []),
  ].join('');
  return shown && `<fieldset><legend>${labels[language].addOns}</legend>${shown}</fieldset>`;
}

/** `€ 3,50 per stuk`. */
const priceText = ({ eur, per }: Pick<AddOnSummary, 'eur' | 'per'>, language: Locale): string => {
  if (eur === 0) return formatPrice(eur, language).toLowerCase();
  return `${formatEuro(eur, language)} ${changeLabels[language].each[per]}`;
};

type Field = { label: string; softLine?: string; name: string };

const labelOf = ({ label, softLine }: Field): string =>
  `<bdi>${escapeHtml(label)}</bdi>${softLine ? ` <small>${escapeHtml(softLine)}</small>` : ''}`;

function numberField(field: Field & { value: number; range: readonly [number, number] }): string {
  const [least, most] = field.range;
  return `<label>${labelOf(field)} <input type="number" name="${escapeHtml(field.name)}" value="${field.value}" min="${least}" max="${most}" step="1" required inputmode="numeric"></label>`;
}

/** A checkbox that submits 0 when unchecked. An absent value means "unchanged". */
function checkbox(field: Field & { checked: boolean }): string {
  const name = escapeHtml(field.name);
  return `<input type="hidden" name="${name}" value="0"><label class="check"><input type="checkbox" name="${name}" value="1"${field.checked ? ' checked' : ''}> <span>${labelOf(field)}</span></label>`;
}
