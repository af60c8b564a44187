import type { Texts } from '../../locale.ts';

const en = {
  add: 'Add somebody',
  addAndMail: 'Add and mail them',
  addLead: 'They get a mail that says where to sign in. They need no password.',
  added: (email: string) => `${email} has been added and mailed.`,
  addedUnmailed: (email: string, url: string) =>
    `${email} has been added, but the mail could not be sent. Tell them to sign in at ${url}.`,
  addedLimited: (email: string, url: string) =>
    `${email} has been added, but not mailed: your venue has mailed as many people as it may today. Tell them to sign in at ${url}.`,
  desk: 'Desk',
  deskMeans: 'Bookings, check-in and booking by phone; no settings and no money',
  email: 'E-mail address',
  inviteLanguage: 'Language of the mail',
  lead: 'Who works here signs in with an e-mail address. What somebody did stands with their address in the history of a booking.',
  makeDesk: 'Move to the desk',
  makeDeskOf: (email: string) => `Move ${email} to the desk?`,
  makeDeskMe: 'You no longer see settings, payments, figures and people. Only another owner can undo this.',
  makeDeskMore: 'They no longer see settings, payments, figures and people.',
  makeOwner: 'Make owner',
  makeOwnerOf: (email: string) => `Make ${email} an owner?`,
  makeOwnerMore: 'Owners may do everything for the venue: settings, refunds, and adding and removing people.',
  nobody: 'Nobody has been added yet.',
  nobodyMore: 'Add the people who work here, so that nobody shares a token.',
  of: (email: string) => `Change ${email}`,
  owner: 'Owner',
  ownerMeans: 'Everything, including settings and money',
  people: 'People',
  remove: 'Remove',
  removeOf: (email: string) => `Remove ${email}?`,
  removeMore:
    'They are signed out at once, on all devices. API tokens, calendar addresses and webhooks that they made keep working: remove those that they should no longer have. The history keeps their address. You can add them again.',
  removeMe:
    'You are signed out at once, on all devices, and only another owner can add you again. API tokens, calendar addresses and webhooks that you made keep working. The history keeps your address.',
  removed: (email: string) => `${email} has been removed.`,
  role: 'Role',
  signOut: 'Sign out',
  signOutOf: (email: string) => `Sign ${email} out?`,
  signOutMore:
    'On all devices, of this venue. Do this when a phone was lost. They can sign in again by mail.',
  signedOut: (email: string) => `${email} has been signed out.`,
  since: (date: string) => `since ${date}`,
  you: 'You',
};

export const texts: Texts<typeof en> = {
  en,
  nl: {
    add: 'Iemand toevoegen',
    addAndMail: 'Toevoegen en mailen',
    addLead: 'Je collega krijgt een mail waarin staat waar je inlogt. Een wachtwoord is niet nodig.',
    added: (email: string) => `${email} is toegevoegd en krijgt een mail.`,
    addedUnmailed: (email: string, url: string) =>
      `${email} is toegevoegd, maar de mail kon niet worden verstuurd. Laat zelf weten dat inloggen kan op ${url}.`,
    addedLimited: (email: string, url: string) =>
      `${email} is toegevoegd, maar niet gemaild: je locatie heeft vandaag zoveel mensen gemaild als mag. Laat weten dat inloggen kan op ${url}.`,
    desk: 'Balie',
    deskMeans: 'Boekingen, inchecken en telefonisch boeken; geen instellingen en geen geld',
    email: 'E-mailadres',
    inviteLanguage: 'Taal van de mail',
    lead: 'Wie hier werkt, logt in met een e-mailadres. Wat iemand deed, staat met dat adres in de geschiedenis van een boeking.',
    makeDesk: 'Balierol geven',
    makeDeskOf: (email: string) => `${email} de balierol geven?`,
    makeDeskMe:
      'Je ziet dan geen instellingen, betalingen, cijfers en mensen meer. Alleen een andere eigenaar kan dat terugdraaien.',
    makeDeskMore: 'Instellingen, betalingen, cijfers en mensen zijn dan niet meer te zien.',
    makeOwner: 'Eigenaar maken',
    makeOwnerOf: (email: string) => `${email} eigenaar maken?`,
    makeOwnerMore:
      'Eigenaren mogen alles voor de locatie: instellingen, terugbetalen, en mensen toevoegen en verwijderen.',
    nobody: 'Er is nog niemand toegevoegd.',
    nobodyMore: 'Voeg de mensen toe die hier werken, zodat niemand een token hoeft te delen.',
    of: (email: string) => `${email} wijzigen`,
    owner: 'Eigenaar',
    ownerMeans: 'Alles, ook instellingen en geld',
    people: 'Mensen',
    remove: 'Verwijderen',
    removeOf: (email: string) => `${email} verwijderen?`,
    removeMore:
      'De toegang stopt meteen, op alle apparaten. API-tokens, agenda-adressen en webhooks die deze persoon heeft gemaakt, blijven werken: verwijder wat niet langer mag. In de geschiedenis blijft het adres staan. Opnieuw toevoegen kan altijd.',
    removeMe:
      'Je toegang stopt meteen, op alle apparaten, en alleen een andere eigenaar kan je weer toevoegen. API-tokens, agenda-adressen en webhooks die je hebt gemaakt, blijven werken. In de geschiedenis blijft je adres staan.',
    removed: (email: string) => `${email} is verwijderd.`,
    role: 'Rol',
    signOut: 'Uitloggen',
    signOutOf: (email: string) => `${email} uitloggen?`,
    signOutMore:
      'Op alle apparaten, bij deze locatie. Doe dit als er een telefoon kwijt is. Opnieuw inloggen via de mail kan gewoon.',
    signedOut: (email: string) => `${email} is uitgelogd.`,
    since: (date: string) => `sinds ${date}`,
    you: 'Jij',
  },
};
