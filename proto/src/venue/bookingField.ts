import { z } from 'zod';
import { isDistinct, singleLine } from '../primitives.ts';
import { translationsOf } from '../translations.ts';
import { withoutRules } from '../withoutRules.ts';

export const FieldType = z.enum(['text', 'tel', 'select', 'checkbox', 'textarea']);

const settings = {
  key: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, 'must be lower-case letters, digits and underscores'),
  label: singleLine(200),
  type: FieldType,
  required: z.boolean(),
  options: z.array(singleLine(200)).min(1).max(100).optional(),
  translations: translationsOf({
    label: singleLine(200),
    options: z
      .array(singleLine(200))
      .max(100)
      .describe('One text for each option, in the same order. Bookings contain the option itself'),
  }).optional(),
};

/** An extra field of a venue's booking form. Only a select has `options`. */
export const BookingField = withoutRules(z.object(settings));
export type BookingField = z.infer<typeof BookingField>;

const NewBookingField = z
  .strictObject({ ...settings, required: settings.required.default(false) })
  .refine((field) => (field.type === 'select') === (field.options !== undefined), {
    error: 'a select needs options, and only a select has them',
    path: ['options'],
  })
  .refine(({ options = [] }) => isDistinct(options), {
    error: 'must not name an option twice',
    path: ['options'],
  })
  .refine(
    ({ options = [], translations = {} }) =>
      Object.values(translations).every((texts) => (texts?.options ?? options).length === options.length),
    { error: 'must have one text for each option', path: ['translations'] },
  );

/** Body of `PUT …/fields`. */
export const NewBookingFields = z.strictObject({
  fields: z
    .array(NewBookingField)
    .max(30)
    .refine((fields) => isDistinct(fields.map(({ key }) => key)), 'must not use a key twice')
    .describe('Extra fields of the booking form, in order'),
});

export const BookingFields = z.object({ fields: z.array(BookingField) });
