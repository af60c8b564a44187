import type { rooms as en } from '../../en/settings/rooms.ts';

export const rooms: typeof en = {
  intro:
    'Des prestations partagent des salles, et une seule peut utiliser une salle à la fois. Par exemple une halle que vous louez aussi par terrain, ou une équipe qui accueille un groupe à la fois. Dans chaque prestation, vous choisissez les salles qu’elle utilise. Tant qu’une réservation utilise une salle, les clients ne peuvent rien réserver d’autre qui en a besoin. Les clients ne voient pas les noms.',
  none: 'Pas encore de salles. Ajoutez-en une si des prestations partagent une salle.',
  usedBy: (names) => `Utilisée par ${names}`,
  unused: 'Pas encore utilisée',
  name: 'Nom',
  nameOf: (name) => `Nom de ${name}`,
  newRoom: 'Nouvelle salle',
  add: 'Ajouter',
  added: (name) => `${name} a été ajoutée.`,
  rename: 'Renommer',
  renamed: 'Renommée.',
  save: 'Enregistrer',
  cancel: 'Annuler',
  remove: 'Supprimer',
  removed: (name) => `${name} a été supprimée.`,
};
