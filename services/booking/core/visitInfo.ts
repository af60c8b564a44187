import type { Locale } from '@venue-booking/proto/primitives';

/** What guests should know about their visit, by language; `own` is the venue's own text. Null: nothing. */
export type VisitInfo = ({ own: string } & { [L in Locale]?: string }) | null;

/** The texts in the guest's language, or else as the venue wrote them. */
export const visitInfoIn = (locale: Locale, ...infos: VisitInfo[]): string[] =>
  infos.flatMap((info) => (info ? [info[locale] ?? info.own] : []));
