/** Names of the items of lists, for messages that do not stand beside the field. Their number follows. */
export const itemNames: Record<string, string> = {
  add_ons: 'Extra',
  bundles: 'Group ticket',
  categories: 'Guest category',
  fields: 'Question',
  parties: 'Party size',
  refund_tiers: 'Refund rule',
  rules: 'Price rule',
  timetable: 'Season',
};
