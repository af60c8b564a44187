import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import { controlsOf, nameOf, type Values } from './fields.ts';

/**
 * The values that the page knows for the form. Ignores what does not fit a control, and never ticks a
 * required checkbox: that is the guest's consent.
 * @param prefill the element's property; anything, because the page sets it
 */
export function prefilled(fields: readonly BookingField[], prefill: unknown): Values {
  const { name, email, phone, extra } = Object(prefill) as Record<string, unknown>;
  const answers = new Map(Object.entries(Object(extra)));
  const phoneField = fields.find(({ type }) => type === 'tel');
  const given = new Map<string, unknown>([
    ...(phoneField ? [[nameOf(phoneField), phone] as const] : []),
    ...[...answers].map(([key, value]) => [`extra.${key}`, value] as const),
    ['customer_name', name],
    ['customer_email', email],
  ]);
  const values: Values = {};
  for (const { name, type, required, options, maxlength = Infinity } of controlsOf(fields, String, 'nl')) {
    const value = given.get(name);
    const fits =
      type === 'checkbox'
        ? typeof value === 'boolean' && !(value && required)
        : typeof value === 'string' && value.length <= maxlength && (options?.includes(value) ?? true);
    if (fits) values[name] = value as string | boolean;
  }
  return values;
}
