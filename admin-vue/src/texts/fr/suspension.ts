import type { suspension as en } from '../en/suspension.ts';

export const suspension: typeof en = {
  isDeleted: 'Supprimé',
  isSuspended: 'Suspendu',
  restorableUntil: (date) => `Vous pouvez le restaurer jusqu’au ${date}.`,
  suspended: 'Cet établissement est suspendu.',
  suspendedMore:
    'Les clients ne peuvent pas réserver en ligne. Les billets, les annulations, les paiements en cours et le check-in fonctionnent toujours.',
  reasonIs: 'Motif de l’opérateur de la plateforme :',
  resume: 'Lever la suspension',
  resumed: 'L’établissement n’est plus suspendu.',
  ask: 'Suspendre…',
  title: (name) => `Suspendre ${name} ?`,
  more: 'Les clients ne pourront plus réserver en ligne. Les réservations existantes, les billets, les annulations, les paiements en cours et le check-in fonctionnent toujours. Les propriétaires reçoivent un e-mail avec le motif.',
  reason: 'Motif pour les propriétaires',
  reasonHint: 'Affiché dans le tableau de bord de l’établissement et dans l’e-mail.',
  suspend: 'Suspendre l’établissement',
  done: (name) => `${name} est suspendu.`,
  deleted: 'Cet établissement est supprimé.',
  deletedMore: (date) =>
    `Les clients ne le trouvent plus. Ses données peuvent être consultées et exportées jusqu’au ${date}. Elles seront ensuite effacées, sauf les factures et les paiements.`,
  restoreMore: 'D’ici là, l’opérateur de la plateforme peut le restaurer.',
  restore: 'Restaurer l’établissement',
  restored: 'L’établissement est restauré avec toutes ses données.',
  askToDelete: 'Supprimer…',
  deleteTitle: (name) => `Supprimer ${name} ?`,
  deleteMore: (days) =>
    `Les clients ne trouveront plus l’établissement. Ses membres pourront consulter et exporter les données, mais pas les modifier. Vous pouvez le restaurer pendant ${days} jours. Ses données seront ensuite effacées définitivement, sauf les factures et les paiements. Les propriétaires reçoivent un e-mail avec la date.`,
  typeSlug: (slug) => `Saisissez ${slug} pour confirmer`,
  wrongSlug: 'Ce n’est pas le slug de l’établissement.',
  remove: 'Supprimer l’établissement',
  removed: (name, date) => `${name} est supprimé. Vous pouvez le restaurer jusqu’au ${date}.`,
};
