import type { Texts } from '../../locale.ts';

const en = {
  add: 'Add a passkey',
  added: 'Passkey added. You can now sign in with it.',
  failed: 'This device could not create a passkey. Try another device or browser.',
  exists: 'This device already has a passkey for your account.',
  lastUsed: (when: string) => `last used on ${when}`,
  lead: 'Sign in with your fingerprint, face or device PIN, without waiting for an e-mail. Sign-in links by e-mail keep working.',
  name: 'Name of this device',
  nameHint: 'Helps you recognise the passkey, for example “Phone” or “Front desk laptop”.',
  neverUsed: 'not used yet',
  noDevice: 'Passkeys are not available in this browser or at this address. Sign in by e-mail here.',
  none: 'No passkeys yet',
  noneMore: 'Add one for each device you sign in with.',
  passkeys: 'Passkeys',
  remove: 'Remove',
  removeMore:
    'You can no longer sign in with this passkey. Devices that used it stay signed in: sign out on all devices to end that.',
  removeOf: (name: string) => `Remove “${name}”?`,
  removed: (name: string) => `“${name}” has been removed.`,
  since: (when: string) => `added on ${when}`,
  cancelled: 'No passkey was created. Try again.',
};

export const texts: Texts<typeof en> = {
  en,
  nl: {
    add: 'Passkey toevoegen',
    added: 'Passkey toegevoegd. Je kunt er nu mee inloggen.',
    failed: 'Dit apparaat kon geen passkey aanmaken. Probeer een ander apparaat of een andere browser.',
    exists: 'Dit apparaat heeft al een passkey voor je account.',
    lastUsed: (when: string) => `laatst gebruikt op ${when}`,
    lead: 'Log in met je vingerafdruk, gezicht of pincode, zonder op een mail te wachten. Inloggen met een link per mail blijft werken.',
    name: 'Naam van dit apparaat',
    nameHint: 'Zo herken je de passkey, bijvoorbeeld ‘Telefoon’ of ‘Laptop aan de balie’.',
    neverUsed: 'nog niet gebruikt',
    noDevice: 'Passkeys werken niet in deze browser of op dit adres. Log hier in via je mail.',
    none: 'Nog geen passkeys',
    noneMore: 'Voeg er een toe voor elk apparaat waarmee je inlogt.',
    passkeys: 'Passkeys',
    remove: 'Verwijderen',
    removeMore:
      'Je kunt dan niet meer inloggen met deze passkey. Apparaten die ermee zijn ingelogd, blijven ingelogd: log uit op alle apparaten om dat te beëindigen.',
    removeOf: (name: string) => `‘${name}’ verwijderen?`,
    removed: (name: string) => `‘${name}’ is verwijderd.`,
    since: (when: string) => `toegevoegd op ${when}`,
    cancelled: 'Er is geen passkey aangemaakt. Probeer het opnieuw.',
  },
};
