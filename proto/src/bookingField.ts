import { z } from 'zod';
import { singleLine } from './primitives.ts';

export const FieldType = z.enum(['text', 'tel', 'select', 'checkbox', 'textarea']);

/** An extra field that a venue asks of its guests. `options` is there only for a select. */
export const BookingField = z.object({
  key: z.string(),
  label: z.string(),
  type: FieldType,
  required: z.boolean(),
  options: z.array(z.string()).optional(),
});
export type BookingField = z.infer<typeof BookingField>;

const NewBookingField = z
  .strictObject({
    key: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, 'must be lower-case letters, digits and underscores'),
    label: singleLine(200),
    type: FieldType,
    required: z.boolean().default(false),
    options: z.array(singleLine(200)).min(1).max(100).optional(),
  })
  .refine((field) => (field.type === 'select') === (field.options !== undefined), {
    error: 'a select needs options, and only a select has them',
    path: ['options'],
  })
  .refine((field) => new Set(field.options).size === (field.options?.length ?? 0), {
    error: 'must not name an option twice',
    path: ['options'],
  });

/** Body of `PUT …/fields`. */
export const NewBookingFields = z.strictObject({
  fields: z
    .array(NewBookingField)
    .max(30)
    .refine(
      (fields) => new Set(fields.map(({ key }) => key)).size === fields.length,
      'must not use a key twice',
    ),
});

export const BookingFields = z.object({ fields: z.array(BookingField) });
