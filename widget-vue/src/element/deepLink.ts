import { attempt } from '../browser/attempt.ts';
import { addDays } from '../texts/dates.ts';

/** What is chosen ahead. The flow ignores what the venue does not offer. */
export type Start = {
  facility?: number | undefined;
  /** `YYYY-MM-DD` */
  date?: string | undefined;
  people?: number | undefined;
};

/** Strings from attributes or an address. */
type Raw = { [name in keyof Start]?: string | null | undefined };

const wholeNumber = (text: string | null = ''): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;

/** Drops what is not a number or not a day. */
export const parsedStart = ({ facility, date, people }: Raw): Start => ({
  facility: wholeNumber(facility),
  // 30 February becomes another day, or throws.
  date: date && attempt(() => addDays(date, 0)) === date ? date : undefined,
  people: wholeNumber(people),
});

const inAddress = (name: string) => new URL(location.href).searchParams.get(`vb-${name}`);

/** What the page's address chooses ahead. It applies to the first widget of the page. */
export const linkedStart = (host: HTMLElement): Start =>
  (document.querySelector(host.localName) ?? host) === host
    ? parsedStart({
        facility: inAddress('facility'),
        date: inAddress('date'),
        people: inAddress('people'),
      })
    : {};

/** What the page's address chooses ahead, else the attributes: the guest followed a link to this address. */
export function startOf(host: HTMLElement & Raw): Start {
  const [linked, given] = [linkedStart(host), parsedStart(host)];
  return {
    facility: linked.facility ?? given.facility,
    date: linked.date ?? given.date,
    people: linked.people ?? given.people,
  };
}

/** The reference of the address, else of the attribute. One that the API would reject is ignored. */
export const referenceOf = (host: { reference?: string | undefined }): string | undefined =>
  [inAddress('reference'), host.reference]
    .map((text) => text?.trim() ?? '')
    .find((text) => /^\P{C}{1,200}$/u.test(text) && text.length <= 200);
