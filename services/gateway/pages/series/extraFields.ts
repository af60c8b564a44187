import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Locale } from '@venue-booking/proto/primitives';
import type { BookingField } from '@venue-booking/proto/venue/bookingField';

/** The questions of the venue as form controls. @param values what the guest typed before */
export const extraFields = (
  fields: readonly BookingField[],
  { values, language }: { values: URLSearchParams; language: Locale },
): string => fields.map((field) => control(field, { values, language })).join('');

function control(
  { key, label, type, required, options = [], translations }: BookingField,
  { values, language }: { values: URLSearchParams; language: Locale },
): string {
  const own = translations?.[language];
  const name = `name="extra.${key}"${required ? ' required' : ''}`;
  const value = values.get(`extra.${key}`) ?? '';
  const text = `<bdi>${escapeHtml(own?.label ?? label)}</bdi>`;
  if (type === 'checkbox')
    return `<label class="check wide"><input type="checkbox" ${name} value="1"${value ? ' checked' : ''}> <span>${text}</span></label>`;
  const option = (of: string, at: number) =>
    `<option value="${escapeHtml(of)}"${of === value ? ' selected' : ''}>${escapeHtml(own?.options?.[at] ?? of)}</option>`;
  const controls = {
    text: `<input ${name} value="${escapeHtml(value)}" maxlength="1000">`,
    tel: `<input type="tel" ${name} value="${escapeHtml(value)}" maxlength="1000" autocomplete="tel">`,
    textarea: `<textarea ${name} rows="3" maxlength="1000">${escapeHtml(value)}</textarea>`,
    select: `<select ${name}><option value=""></option>${options.map(option).join('')}</select>`,
  };
  return `<label class="wide">${text} ${controls[type]}</label>`;
}

/** The answers in a form, for a booking request. */
export const extraIn = (
  fields: readonly BookingField[],
  values: URLSearchParams,
): Record<string, string | boolean> =>
  Object.fromEntries(
    fields.map(({ key, type }) => {
      const value = values.get(`extra.${key}`) ?? '';
      return [key, type === 'checkbox' ? value !== '' : value];
    }),
  );
