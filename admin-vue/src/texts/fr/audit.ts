import type { audit as en } from '../en/audit.ts';

export const audit: typeof en = {
  title: 'Journal',
  lead: 'Qui a modifié quoi, quand et d’où. Les réservations y figurent par leur numéro ; aucune donnée des clients n’y est conservée.',
  search: 'Rechercher',
  searchHint: 'Nom, adresse e-mail, prestation ou numéro de réservation',
  kind: 'Domaine',
  kindAll: 'Toutes les modifications',
  from: 'Du',
  to: 'Au',
  empty: 'Aucune modification trouvée.',
  rejected: 'Refusé',
  unknown: 'Résultat inconnu',
  more: 'Afficher plus',
  csv: 'Journal (CSV)',
  venue: 'Établissement',
  nothing: 'non défini',
};
