import type { sessions as en } from '../en/sessions.ts';

export const sessions: typeof en = {
  current: 'Dieses Gerät',
  end: 'Abmelden',
  ended: (device) => `${device} wurde abgemeldet.`,
  endMore:
    'Gespeicherte Änderungen bleiben erhalten. Auf dem Gerät können Sie sich per E-Mail-Link oder mit einem Passkey wieder anmelden.',
  endOthers: 'Alle anderen Geräte abmelden',
  endOthersTitle: 'Alle anderen Geräte abmelden?',
  endsOn: (when) => `Läuft spätestens am ${when} ab.`,
  endTitle: (device) => `${device} abmelden?`,
  lastUsed: (when) => `zuletzt verwendet am ${when}`,
  lead: 'Mit diesen Browsern sind Sie angemeldet. Melden Sie ab, was Sie nicht mehr nutzen oder nicht erkennen.',
  othersEnded: 'Alle anderen Geräte wurden abgemeldet.',
  sessions: 'Angemeldete Geräte',
  since: (when) => `Angemeldet am ${when}`,
  unknown: 'Unbekannter Browser',
};
