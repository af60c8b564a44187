import type { passkeys as en } from '../en/passkeys.ts';

export const passkeys: typeof en = {
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
};
