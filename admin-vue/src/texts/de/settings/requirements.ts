import type { requirements as en } from '../../en/settings/requirements.ts';

export const requirements: typeof en = {
  why: (provider) =>
    `${provider} fragt nach den Angaben zu Ihrem Unternehmen. Sie können unterbrechen und später weitermachen. Für Gäste ändert sich nichts, bis ${provider} Zahlungen für Sie annimmt.`,
  until: (provider) => `Bis dahin zahlen Gäste auf Ihr Konto bei ${provider}.`,
  untilNone: 'Bis dahin werden Buchungen ohne Zahlung bestätigt.',
  status: (provider) => `Status bei ${provider}`,
  needs: (provider) => `${provider} benötigt noch:`,
  groups: {
    business: 'Angaben zu Ihrem Unternehmen',
    people: 'Angaben zu Inhabern oder Vertretern',
    documents: 'Einen Identitätsnachweis oder andere Unterlagen',
    bank: 'Ein Bankkonto für Auszahlungen',
    terms: 'Ihre Zustimmung zu den Bedingungen',
    other: 'Weitere Angaben',
  },
  deadline: (day) => `Ergänzen Sie dies bis ${day}, sonst kann das Konto eingeschränkt werden.`,
  rejected: (provider) =>
    `${provider} hat dieses Konto abgelehnt. Fragen Sie ${provider} nach dem Grund oder verknüpfen Sie ein anderes Konto.`,
};
