import type { seriesCodes as english } from '../../en/settings/seriesCodes.ts';

/** Textes des codes avec lesquels des clients réservent des séries. */
export const seriesCodes: typeof english = {
  more: 'Laissez un club ou un autre groupe réserver sa propre série. Donnez-lui la page d’un code. Il y réserve le même horaire toutes les quelques semaines pour une prestation, et paie sur place.',
  none: 'Aucun code pour l’instant.',
  coming: (count, most) => `${count} dates réservées sur ${most}`,
  series: (position) => `Série ${position}`,
  end: 'Mettre fin au code',
  endMore: (name) =>
    `Plus personne ne pourra réserver avec le code de ${name}. Les réservations restent ; annulez-les dans Réservations.`,
  page: 'Page du code',
  onlyNow:
    'Copiez l’adresse maintenant : elle ne sera plus affichée. Toute personne qui l’a peut réserver, donnez-la donc à ce groupe seulement.',
  newCode: 'Nouveau code',
  name: 'Remis à',
  nameHint: 'Par exemple un club',
  facility: 'Prestation',
  most: 'Nombre maximal de dates à venir',
  mostHint: 'Pour toutes les séries de ce code, et au plus un an à l’avance',
  make: 'Créer le code',
};
