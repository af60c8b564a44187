import type { Texts } from '../../locale.ts';

const en = {
  current: 'This device',
  end: 'Sign out',
  ended: (device: string) => `${device} has been signed out.`,
  endMore: 'Saved changes are kept. Use an e-mail link or a passkey to sign in on that device again.',
  endOthers: 'Sign out all other devices',
  endOthersTitle: 'Sign out all other devices?',
  endsOn: (when: string) => `Expires on ${when} at the latest.`,
  endTitle: (device: string) => `Sign out ${device}?`,
  lastUsed: (when: string) => `last used on ${when}`,
  lead: 'You are signed in with these browsers. Sign out those you no longer use or do not recognise.',
  othersEnded: 'All other devices have been signed out.',
  sessions: 'Signed-in devices',
  since: (when: string) => `Signed in on ${when}`,
  unknown: 'Unknown browser',
};

export const texts: Texts<typeof en> = {
  en,
  nl: {
    current: 'Dit apparaat',
    end: 'Uitloggen',
    ended: (device: string) => `${device} is uitgelogd.`,
    endMore:
      'Opgeslagen wijzigingen blijven bewaard. Opnieuw inloggen kan op dat apparaat met een link per mail of een passkey.',
    endOthers: 'Alle andere apparaten uitloggen',
    endOthersTitle: 'Alle andere apparaten uitloggen?',
    endsOn: (when: string) => `Verloopt uiterlijk op ${when}.`,
    endTitle: (device: string) => `${device} uitloggen?`,
    lastUsed: (when: string) => `laatst gebruikt op ${when}`,
    lead: 'Met deze browsers ben je ingelogd. Log uit wat je niet meer gebruikt of niet herkent.',
    othersEnded: 'Alle andere apparaten zijn uitgelogd.',
    sessions: 'Ingelogde apparaten',
    since: (when: string) => `Ingelogd op ${when}`,
    unknown: 'Onbekende browser',
  },
};
