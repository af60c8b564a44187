import type { itemNames as en } from '../en/itemNames.ts';

export const itemNames: typeof en = {
  add_ons: 'Supplément',
  bundles: 'Billet de groupe',
  categories: 'Catégorie de clients',
  fields: 'Question',
  parties: 'Taille de groupe',
  refund_tiers: 'Règle de remboursement',
  rules: 'Règle de prix',
  timetable: 'Saison',
};
