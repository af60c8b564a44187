/** What answers hold that the contract does not tell of. A client of before passes over all of it. */
export type BeyondContract = {
  untilWhenToCancel(hours: number): Record<string, unknown>;
  facility: Record<string, unknown>;
  /** Of one with ten places at 12.50 each. */
  slot: Record<string, unknown>;
  /** Of three people at 12.50 each. */
  booking: Record<string, unknown>;
};

/** Of venues with the settings that were there first. */
export const plainSettings: BeyondContract = {
  untilWhenToCancel: (hours) => ({ cancel_until_hours: hours }),
  ...{ facility: {}, slot: {}, booking: {} },
};

/** Of venues made by `laterVenue` and `laterFacility`. */
export const laterSettings: BeyondContract = {
  untilWhenToCancel: (hours) => ({
    refund_tiers: [
      { until_hours: 72, percent: 100 },
      { until_hours: hours, percent: 50 },
    ],
  }),
  facility: { price: { per: 'person', from_eur: 12.5, varies: true } },
  slot: { price: { totals_eur: Array.from({ length: 10 }, (_, more) => 12.5 * (more + 1)) } },
  booking: { price_lines: [{ text: 'Per persoon', count: 3, amount_eur: 37.5 }] },
};
