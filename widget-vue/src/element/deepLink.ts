import { attempt } from '../browser/attempt.ts';
import { addDays } from '../texts/dates.ts';

/** A preselected facility, day and party. The flow ignores values that the venue does not offer. */
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

/** Parses the values; invalid ones become undefined. */
export const parsedStart = ({ facility, date, people }: Raw): Start => ({
  facility: wholeNumber(facility),
  // 30 February becomes another day, or throws.
  date: date && attempt(() => addDays(date, 0)) === date ? date : undefined,
  people: wholeNumber(people),
});

const inAddress = (name: string) => new URL(location.href).searchParams.get(`vb-${name}`);

/** The preselection in the query of the page's URL. Only the first widget of the page uses it. */
export const linkedStart = (host: HTMLElement): Start =>
  (document.querySelector(host.localName) ?? host) === host
    ? parsedStart({
        facility: inAddress('facility'),
        date: inAddress('date'),
        people: inAddress('people'),
      })
    : {};

/** The preselection in the URL, which the guest followed, or else in the attributes. */
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
