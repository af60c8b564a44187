import type { Texts } from '../../../locale.ts';

const en = {
  intro:
    'Facilities share rooms, and only one facility can use a room at a time. Examples are a hall that you also rent out by the court, or a crew that serves one group at a time. In each facility you choose the rooms it uses. While a booking uses a room, guests can’t book anything else that needs it. Guests don’t see the names.',
  none: 'No rooms yet. Add one if facilities share a room.',
  usedBy: (names: string) => `Used by ${names}`,
  unused: 'Not used by any facility yet',
  name: 'Name',
  nameOf: (name: string) => `Name of ${name}`,
  newRoom: 'New room',
  add: 'Add',
  added: (name: string) => `${name} has been added.`,
  rename: 'Rename',
  renamed: 'Renamed.',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Remove',
  removed: (name: string) => `${name} has been removed.`,
};

export const roomTexts: Texts<typeof en> = {
  en,
  nl: {
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
  },
};
