import type { itemNames as en } from '../en/itemNames.ts';

export const itemNames: typeof en = {
  add_ons: 'Extra',
  bundles: 'Gruppenkarte',
  categories: 'Gästekategorie',
  fields: 'Frage',
  parties: 'Gruppengröße',
  refund_tiers: 'Erstattungsregel',
  rules: 'Preisregel',
  timetable: 'Saison',
};
