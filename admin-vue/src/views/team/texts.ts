import type { Texts } from '../../locale.ts';

const en = {
  add: 'Add team member',
  addAndMail: 'Add and invite',
  addLead: 'They get an invitation by e-mail. They don’t need a password.',
  added: (email: string) => `${email} has been added and invited by e-mail.`,
  addedUnmailed: (email: string, url: string) =>
    `${email} has been added, but the invitation could not be sent. Ask them to sign in at ${url}.`,
  addedLimited: (email: string, url: string) =>
    `${email} has been added, but not invited: your venue has reached its daily e-mail limit. Ask them to sign in at ${url}.`,
  desk: 'Front desk',
  deskMeans: 'Bookings, check-in and phone bookings. No settings, reports or refunds.',
  email: 'E-mail address',
  inviteLanguage: 'Language of the invitation',
  lead: 'Everyone who works here signs in with their own e-mail address. The booking history shows who did what.',
  makeDesk: 'Change to front desk',
  makeDeskOf: (email: string) => `Change ${email} to front desk?`,
  makeDeskMe:
    'You lose access to settings, payments, reports and the team. Only another owner can undo this.',
  makeDeskMore: 'They lose access to settings, payments, reports and the team.',
  makeOwner: 'Make owner',
  makeOwnerOf: (email: string) => `Make ${email} an owner?`,
  makeOwnerMore: 'Owners have full access: settings, refunds, and adding and removing team members.',
  nobody: 'No team members yet.',
  nobodyMore: 'Add everyone who works here, so that nobody has to share a token.',
  of: (email: string) => `Change ${email}`,
  owner: 'Owner',
  ownerMeans: 'Full access, including settings and refunds',
  people: 'Team',
  remove: 'Remove',
  removeOf: (email: string) => `Remove ${email}?`,
  removeMore:
    'They are signed out on all devices immediately. API tokens, calendar addresses and webhooks they created keep working: remove those they should no longer have. Their address stays in the booking history. You can add them again.',
  removeMe:
    'You are signed out on all devices immediately, and only another owner can add you again. API tokens, calendar addresses and webhooks you created keep working. Your address stays in the booking history.',
  removed: (email: string) => `${email} has been removed.`,
  role: 'Role',
  signOut: 'Sign out',
  signOutOf: (email: string) => `Sign ${email} out?`,
  signOutMore:
    'Signs them out of this venue on all devices, for example after a phone is lost. They can sign in again by e-mail.',
  signedOut: (email: string) => `${email} has been signed out.`,
  since: (date: string) => `since ${date}`,
  you: 'You',
};

export const texts: Texts<typeof en> = {
  en,
  nl: {
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
    makeDeskMore:
      'Je collega heeft dan geen toegang meer tot instellingen, betalingen, rapporten en het team.',
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
  },
};
