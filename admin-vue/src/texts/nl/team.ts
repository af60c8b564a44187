import type { team as en } from '../en/team.ts';

export const team: typeof en = {
  add: 'Teamlid toevoegen',
  addAndMail: 'Toevoegen en uitnodigen',
  addLead: 'Je collega krijgt een uitnodiging per mail. Een wachtwoord is niet nodig.',
  added: (email: string) => `${email} is toegevoegd en krijgt een uitnodiging per mail.`,
  addedUnmailed: (email: string, url: string) =>
    `${email} is toegevoegd, maar de uitnodiging kon niet worden verstuurd. Vraag je collega om in te loggen op ${url}.`,
  addedLimited: (email: string, url: string) =>
    `${email} is toegevoegd, maar niet uitgenodigd: je locatie heeft de daglimiet voor mail bereikt. Vraag je collega om in te loggen op ${url}.`,
  desk: 'Balie',
  deskMeans: 'Boekingen, inchecken en telefonisch boeken. Geen instellingen, rapporten of terugbetalingen.',
  email: 'E-mailadres',
  inviteLanguage: 'Taal van de uitnodiging',
  lead: 'Iedereen die hier werkt, logt in met een eigen e-mailadres. In de boekingsgeschiedenis staat wie wat heeft gedaan.',
  makeDesk: 'Balierol geven',
  makeDeskOf: (email: string) => `${email} de balierol geven?`,
  makeDeskMe:
    'Je hebt dan geen toegang meer tot instellingen, betalingen, rapporten en het team. Alleen een andere eigenaar kan dat terugdraaien.',
  makeDeskMore: 'Je collega heeft dan geen toegang meer tot instellingen, betalingen, rapporten en het team.',
  makeOwner: 'Eigenaar maken',
  makeOwnerOf: (email: string) => `${email} eigenaar maken?`,
  makeOwnerMore:
    'Eigenaren hebben volledige toegang: instellingen, terugbetalingen, en teamleden toevoegen en verwijderen.',
  nobody: 'Nog geen teamleden.',
  nobodyMore: 'Voeg iedereen toe die hier werkt, zodat niemand een token hoeft te delen.',
  of: (email: string) => `${email} wijzigen`,
  owner: 'Eigenaar',
  ownerMeans: 'Volledige toegang, ook tot instellingen en terugbetalingen',
  people: 'Team',
  remove: 'Verwijderen',
  removeOf: (email: string) => `${email} verwijderen?`,
  removeMore:
    'De toegang stopt meteen, op alle apparaten. API-tokens, agenda-adressen en webhooks die deze persoon heeft gemaakt, blijven werken: verwijder wat niet langer mag. Het adres blijft in de boekingsgeschiedenis staan. Opnieuw toevoegen kan altijd.',
  removeMe:
    'Je toegang stopt meteen, op alle apparaten, en alleen een andere eigenaar kan je weer toevoegen. API-tokens, agenda-adressen en webhooks die je hebt gemaakt, blijven werken. Je adres blijft in de boekingsgeschiedenis staan.',
  removed: (email: string) => `${email} is verwijderd.`,
  role: 'Rol',
  signOut: 'Uitloggen',
  signOutOf: (email: string) => `${email} uitloggen?`,
  signOutMore:
    'Op alle apparaten, bij deze locatie. Handig als er een telefoon kwijt is. Opnieuw inloggen via de mail kan gewoon.',
  signedOut: (email: string) => `${email} is uitgelogd.`,
  since: (date: string) => `sinds ${date}`,
  you: 'Jij',
};
