import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import { translated } from '../texts/translated.ts';
import type { Locale, Say, Text } from '../texts/wording.ts';

/** What the guest filled in, by control name: text, or whether a checkbox is ticked. */
export type Values = Record<string, string | boolean>;

/** A control of the form. `name` is the field's name in the API's error messages. */
export type Control = Pick<BookingField, 'label' | 'required' | 'options'> & {
  name: string;
  type: BookingField['type'] | 'email';
  /** The venue's own label, if `label` is a translation. */
  ownLabel?: string;
  /** Translated text of each option. */
  optionTexts?: string[] | undefined;
  /** Maximum that the API accepts. */
  maxlength?: number | undefined;
  autocomplete?: string | undefined;
};

const MAX_LENGTH: { [type in BookingField['type']]?: number } = { text: 1000, tel: 50, textarea: 10_000 };

/**
 * Autocomplete token by the key of a single-line field. Matches whole keys only: `child_address` asks about
 * somebody other than the guest.
 */
const AUTOCOMPLETE: Record<string, string> = {
  phone: 'tel',
  telefoon: 'tel',
  company: 'organization',
  bedrijf: 'organization',
  address: 'address-line1',
  adres: 'address-line1',
  postcode: 'postal-code',
  city: 'address-level2',
  woonplaats: 'address-level2',
};

const autocompleteOf = ({ key, type }: BookingField): string | undefined => {
  if (type === 'tel') return 'tel';
  return type === 'text' && Object.hasOwn(AUTOCOMPLETE, key) ? AUTOCOMPLETE[key] : undefined;
};

export const nameOf = (field: BookingField): string => `extra.${field.key}`;

/** The controls for the guest's name and e-mail address, followed by the venue's own fields. */
export const controlsOf = (fields: readonly BookingField[], say: Say, locale: Locale): Control[] => [
  {
    name: 'customer_name',
    label: say('name'),
    type: 'text',
    required: true,
    maxlength: 200,
    autocomplete: 'name',
  },
  {
    name: 'customer_email',
    label: say('email'),
    type: 'email',
    required: true,
    maxlength: 254,
    autocomplete: 'email',
  },
  ...fields.map((field) => {
    const { label, options } = translated(field, locale);
    return {
      ...field,
      label,
      ownLabel: field.label,
      optionTexts: options,
      name: nameOf(field),
      maxlength: MAX_LENGTH[field.type],
      autocomplete: autocompleteOf(field),
    };
  }),
];

/** The error text for a value before it is sent, or undefined if the value is valid. */
export function inputFailure(
  { type, required }: Pick<Control, 'type' | 'required'>,
  value: unknown,
): Text | undefined {
  const text = String(value || '').trim();
  if (!text && required) return type === 'checkbox' ? 'tickThis' : 'required';
  if (type === 'email' && text && !/^\S+@\S+[.。]\S+$/.test(text)) return 'badEmail';
}

/**
 * Error texts by control name, parsed from an API error. The API names a field by its label in quotes in
 * messages for guests (`"Phone" is required.`), and by its name before a colon in messages for developers
 * (`customer_email: must be …; extra.size: …`).
 */
export function failuresByControl(
  message: string,
  controls: readonly Control[],
  say: Say,
): Record<string, string> {
  const failures: Record<string, string> = {};
  for (const { name, label, ownLabel, type } of controls) {
    const failure = message.split('; ').find((part) => part.startsWith(`${name}: `));
    if (failure)
      failures[name] = say(
        type !== 'email' ? 'badValue' : / accents /.test(failure) ? 'plainEmail' : 'badEmail',
      );
    if ([label, ownLabel ?? label].some((text) => message.includes(`"${text}"`))) failures[name] = message;
  }
  return failures;
}
