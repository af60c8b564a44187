import type { rooms as en } from '../../en/settings/rooms.ts';

export const rooms: typeof en = {
  intro:
    'Angebote teilen sich Räume, und jeweils nur ein Angebot kann einen Raum nutzen. Beispiele sind eine Halle, die Sie auch platzweise vermieten, oder ein Team, das eine Gruppe nach der anderen betreut. In jedem Angebot wählen Sie die Räume, die es braucht. Solange eine Buchung einen Raum belegt, können Gäste nichts anderes buchen, das ihn braucht. Gäste sehen die Namen nicht.',
  none: 'Noch keine Räume. Fügen Sie einen hinzu, wenn sich Angebote einen Raum teilen.',
  usedBy: (names) => `Genutzt von ${names}`,
  unused: 'Noch von keinem Angebot genutzt',
  name: 'Name',
  nameOf: (name) => `Name von ${name}`,
  newRoom: 'Neuer Raum',
  add: 'Hinzufügen',
  added: (name) => `${name} wurde hinzugefügt.`,
  rename: 'Umbenennen',
  renamed: 'Umbenannt.',
  save: 'Speichern',
  cancel: 'Abbrechen',
  remove: 'Entfernen',
  removed: (name) => `${name} wurde entfernt.`,
};
