import type { rooms as en } from '../../en/settings/rooms.ts';

export const rooms: typeof en = {
  intro:
    'Faciliteiten delen ruimtes, en maar één faciliteit tegelijk kan een ruimte gebruiken. Denk aan een zaal die je ook per baan verhuurt, of een team dat één groep tegelijk begeleidt. Bij elke faciliteit kies je welke ruimtes die gebruikt. Zolang een boeking een ruimte gebruikt, kunnen gasten niets anders boeken waar die ruimte voor nodig is. Gasten zien de namen niet.',
  none: 'Nog geen ruimtes. Voeg er een toe als faciliteiten een ruimte delen.',
  usedBy: (names: string) => `Gebruikt door ${names}`,
  unused: 'Nog door geen faciliteit gebruikt',
  name: 'Naam',
  nameOf: (name: string) => `Naam van ${name}`,
  newRoom: 'Nieuwe ruimte',
  add: 'Toevoegen',
  added: (name: string) => `${name} is toegevoegd.`,
  rename: 'Naam wijzigen',
  renamed: 'Naam gewijzigd.',
  save: 'Opslaan',
  cancel: 'Annuleren',
  remove: 'Verwijderen',
  removed: (name: string) => `${name} is verwijderd.`,
};
