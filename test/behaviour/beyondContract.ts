/** Response fields beyond the published contract. Older clients must ignore them. */
export type BeyondContract = {
  untilWhenToCancel(hours: number): Record<string, unknown>;
  facility: Record<string, unknown>;
  /** For a facility with ten places at €12.50 each. */
  slot: Record<string, unknown>;
  /** For three people at €12.50 each. */
  booking: Record<string, unknown>;
};

/** For venues that use only the settings of the first release. */
export const plainSettings: BeyondContract = {
  untilWhenToCancel: (hours) => ({ cancel_until_hours: hours }),
  ...{ facility: {}, slot: {}, booking: {} },
};

/** For venues made by `laterVenue` and `laterFacility`. */
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
