import type { team as en } from '../en/team.ts';

export const team: typeof en = {
  add: 'Teammitglied hinzufügen',
  addAndMail: 'Hinzufügen und einladen',
  addLead: 'Die Person erhält eine Einladung per E-Mail. Sie braucht kein Passwort.',
  added: (email) => `${email} wurde hinzugefügt und per E-Mail eingeladen.`,
  addedUnmailed: (email, url) =>
    `${email} wurde hinzugefügt, aber die Einladung konnte nicht gesendet werden. Bitten Sie die Person, sich unter ${url} anzumelden.`,
  addedLimited: (email, url) =>
    `${email} wurde hinzugefügt, aber nicht eingeladen: Ihr Betrieb hat sein Tageslimit für E-Mails erreicht. Bitten Sie die Person, sich unter ${url} anzumelden.`,
  desk: 'Empfang',
  deskMeans:
    'Buchungen, Check-in und telefonische Buchungen. Keine Einstellungen, Berichte oder Erstattungen.',
  email: 'E-Mail-Adresse',
  inviteLanguage: 'Sprache der Einladung',
  lead: 'Alle, die hier arbeiten, melden sich mit ihrer eigenen E-Mail-Adresse an. Der Buchungsverlauf zeigt, wer was getan hat.',
  makeDesk: 'Zu Empfang ändern',
  makeDeskOf: (email) => `${email} zu Empfang ändern?`,
  makeDeskMe:
    'Sie verlieren den Zugriff auf Einstellungen, Zahlungen, Berichte und Team. Nur ein anderer Inhaber kann das rückgängig machen.',
  makeDeskMore: 'Die Person verliert den Zugriff auf Einstellungen, Zahlungen, Berichte und Team.',
  makeOwner: 'Zum Inhaber machen',
  makeOwnerOf: (email) => `${email} zum Inhaber machen?`,
  makeOwnerMore:
    'Inhaber haben vollen Zugriff: Einstellungen, Erstattungen sowie das Hinzufügen und Entfernen von Teammitgliedern.',
  nobody: 'Noch keine Teammitglieder.',
  nobodyMore: 'Fügen Sie alle hinzu, die hier arbeiten, damit sich niemand einen Token teilen muss.',
  of: (email) => `${email} ändern`,
  owner: 'Inhaber',
  ownerMeans: 'Voller Zugriff, auch auf Einstellungen und Erstattungen',
  people: 'Team',
  remove: 'Entfernen',
  removeOf: (email) => `${email} entfernen?`,
  removeMore:
    'Die Person wird sofort auf allen Geräten abgemeldet. Von ihr erstellte API-Token, Kalenderadressen und Webhooks funktionieren weiter: Entfernen Sie, was sie nicht mehr haben soll. Ihre Adresse bleibt im Buchungsverlauf stehen. Sie können die Person wieder hinzufügen.',
  removeMe:
    'Sie werden sofort auf allen Geräten abgemeldet, und nur ein anderer Inhaber kann Sie wieder hinzufügen. Von Ihnen erstellte API-Token, Kalenderadressen und Webhooks funktionieren weiter. Ihre Adresse bleibt im Buchungsverlauf stehen.',
  removed: (email) => `${email} wurde entfernt.`,
  role: 'Rolle',
  signOut: 'Abmelden',
  signOutOf: (email) => `${email} abmelden?`,
  signOutMore:
    'Meldet die Person auf allen Geräten von diesem Betrieb ab, zum Beispiel wenn ein Handy verloren ging. Sie kann sich per E-Mail wieder anmelden.',
  signedOut: (email) => `${email} wurde abgemeldet.`,
  since: (date) => `seit ${date}`,
  you: 'Sie',
};
