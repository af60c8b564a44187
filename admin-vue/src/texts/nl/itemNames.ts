import type { itemNames as en } from '../en/itemNames.ts';

export const itemNames: typeof en = {
  add_ons: 'Extra',
  bundles: 'Groepskaart',
  categories: 'Gastcategorie',
  fields: 'Vraag',
  parties: 'Groepsgrootte',
  refund_tiers: 'Terugbetaalregel',
  rules: 'Prijsregel',
  timetable: 'Seizoen',
};
