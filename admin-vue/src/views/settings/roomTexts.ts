import type { Texts } from '../../locale.ts';

const en = {
  intro:
    'What facilities share and only one of them can have at a time: a hall that is also let by the court, a garden for one party or for many, a crew. In each facility you choose the rooms that it uses; as long as a booking has a room, guests can’t book anything else that needs it. Guests don’t see the names.',
  none: 'There are no rooms yet.',
  usedBy: (names: string) => `Used by ${names}`,
  unused: 'No facility uses it yet',
  name: 'Name',
  nameOf: (name: string) => `Name of ${name}`,
  newRoom: 'New room',
  add: 'Add',
  added: (name: string) => `${name} is added.`,
  rename: 'Rename',
  renamed: 'Renamed.',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Remove',
  removed: (name: string) => `${name} is removed.`,
};

export const roomTexts: Texts<typeof en> = {
  en,
  nl: {
    intro:
      'Wat faciliteiten delen en maar één tegelijk kan gebruiken: een zaal die je ook per baan verhuurt, een tuin voor één groep of voor velen, een ploeg. Bij elke faciliteit kies je welke ruimtes die gebruikt; zolang een boeking een ruimte heeft, kan niemand iets anders boeken waar die ruimte voor nodig is. Gasten zien de namen niet.',
    none: 'Er zijn nog geen ruimtes.',
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
