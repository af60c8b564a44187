import type { sessions as en } from '../en/sessions.ts';

export const sessions: typeof en = {
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
};
