/** A time off the grid, as typed. `price: ''`: by the price list, or for a change the agreed price. */
export type OffGridTime = { facilityId: number; time: string; minutes: number; price: number | '' };

/** The fields of a request for this time on a day. */
export const offGridBody = ({ facilityId, time, minutes, price }: OffGridTime, date: string) => ({
  facility_id: facilityId,
  starts_at: `${date}T${time}`,
  minutes,
  ...(price !== '' && { price_eur: price }),
});

/** When it ends by the clock, ignoring clock changes; `YYYY-MM-DDTHH:MM`. */
export const endOf = ({ time, minutes }: Pick<OffGridTime, 'time' | 'minutes'>, date: string): string =>
  new Date(Date.parse(`${date}T${time}Z`) + minutes * 60_000).toISOString().slice(0, 16);
