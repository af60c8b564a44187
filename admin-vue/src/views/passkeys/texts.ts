import type { Texts } from '../../locale.ts';

const en = {
  add: 'Add a passkey',
  added: 'The passkey has been added. From now on you can sign in with it.',
  failed: 'This device could not make a passkey. Try another device or browser.',
  known: 'This device already has a passkey for this page.',
  lastUsed: (when: string) => `last used on ${when}`,
  lead: 'With a passkey you sign in by your fingerprint, your face or the code of your device, without waiting for an e-mail. The link by mail keeps working.',
  name: 'Name of this device',
  nameHint: 'So that you know which one it is, such as “Phone” or “Laptop at the desk”.',
  neverUsed: 'not used yet',
  noDevice: 'This browser, or the address of this page, can’t use passkeys. Sign in by mail here.',
  none: 'No passkeys yet',
  noneMore: 'Add one for each device that you sign in with.',
  passkeys: 'Passkeys',
  remove: 'Remove',
  removeMore:
    'You can no longer sign in with it. Whoever signed in with it stays signed in: sign out on all devices to end that.',
  removeOf: (name: string) => `Remove “${name}”?`,
  removed: (name: string) => `“${name}” has been removed.`,
  since: (when: string) => `since ${when}`,
  turnedAway: 'No passkey was made. Try again when you are ready.',
};

export const texts: Texts<typeof en> = {
  en,
  nl: {
    add: 'Passkey toevoegen',
    added: 'De passkey is toegevoegd. Je kunt er voortaan mee inloggen.',
    failed: 'Dit apparaat kon geen passkey maken. Probeer een ander apparaat of een andere browser.',
    known: 'Dit apparaat heeft al een passkey voor deze pagina.',
    lastUsed: (when: string) => `laatst gebruikt op ${when}`,
    lead: 'Met een passkey log je in met je vingerafdruk, je gezicht of de code van je apparaat, zonder op een mail te wachten. Inloggen via een link per mail blijft werken.',
    name: 'Naam van dit apparaat',
    nameHint: 'Zodat je weet welke het is, zoals ‘Telefoon’ of ‘Laptop aan de balie’.',
    neverUsed: 'nog niet gebruikt',
    noDevice:
      'Deze browser of het adres van deze pagina kan geen passkeys gebruiken. Log hier in via je mail.',
    none: 'Nog geen passkeys',
    noneMore: 'Voeg er een toe voor elk apparaat waarmee je inlogt.',
    passkeys: 'Passkeys',
    remove: 'Verwijderen',
    removeMore:
      'Je kunt er dan niet meer mee inloggen. Wie er al mee is ingelogd, blijft ingelogd: log uit op alle apparaten om dat te beëindigen.',
    removeOf: (name: string) => `‘${name}’ verwijderen?`,
    removed: (name: string) => `‘${name}’ is verwijderd.`,
    since: (when: string) => `sinds ${when}`,
    turnedAway: 'Er is geen passkey gemaakt. Probeer het opnieuw als je zover bent.',
  },
};
