export const rooms = {
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
