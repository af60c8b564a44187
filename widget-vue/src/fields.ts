import type { BookingField } from '@venue-booking/proto/bookingField';
import type { Say, Text } from './wording.ts';

/** What a guest has filled in, by the name of its control: text, or whether a box is ticked. */
export type Values = Record<string, string | boolean>;

/** A control of the form. `name` is what the API calls it when it refuses its value. */
export type Control = Pick<BookingField, 'label' | 'required' | 'options'> & {
  name: string;
  type: BookingField['type'] | 'email';
  /** As the API takes it. */
  maxlength?: number | undefined;
  /** What a browser may fill in. */
  autocomplete?: string | undefined;
};

const MAX_LENGTH: { [type in BookingField['type']]?: number } = { text: 1000, tel: 50, textarea: 10_000 };

/**
 * What a browser may fill in, by the key of a field on one line. Only whole keys:
 * what is asked about another person, such as `child_address`, is not the guest's.
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

/** Who books, and what the venue asks besides. */
export const controlsOf = (fields: readonly BookingField[], say: Say): Control[] => [
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
  ...fields.map((field) => ({
    ...field,
    name: nameOf(field),
    maxlength: MAX_LENGTH[field.type],
    autocomplete: autocompleteOf(field),
  })),
];

/** What is wrong with a value before it is sent, or undefined. */
export function problemOf(
  { type, required }: Pick<Control, 'type' | 'required'>,
  value: unknown,
): Text | undefined {
  const text = String(value || '').trim();
  if (!text && required) return type === 'checkbox' ? 'tickThis' : 'required';
  if (type === 'email' && text && !/^\S+@\S+\.\S+$/.test(text)) return 'badEmail';
}

/**
 * The controls that a refusal of the API is about, with what a guest is told at each. It names one by its
 * label in quotes (`"Phone" is required.`), in words for guests; or, in words for developers, by its name
 * before a colon (`customer_email: must be …; extra.size: …`).
 */
export function refusedControls(
  message: string,
  controls: readonly Control[],
  say: Say,
): Record<string, string> {
  const refused: Record<string, string> = {};
  for (const { name, label, type } of controls) {
    if (message.split('; ').some((part) => part.startsWith(`${name}: `)))
      refused[name] = say(type === 'email' ? 'badEmail' : 'badValue');
    if (message.includes(`"${label}"`)) refused[name] = message;
  }
  return refused;
}
