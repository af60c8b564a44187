import type { requirements as en } from '../../en/settings/requirements.ts';

export const requirements: typeof en = {
  why: (provider) =>
    `${provider} vraagt om de gegevens van je bedrijf. Je kunt stoppen en later verdergaan. Voor gasten verandert er niets totdat ${provider} betalingen voor je aanneemt.`,
  until: (provider) => `Tot die tijd betalen gasten op je account bij ${provider}.`,
  untilNone: 'Tot die tijd worden boekingen zonder betaling bevestigd.',
  status: (provider) => `Status bij ${provider}`,
  needs: (provider) => `${provider} heeft nog nodig:`,
  groups: {
    business: 'Gegevens van je bedrijf',
    people: 'Gegevens van de eigenaren of vertegenwoordigers',
    documents: 'Een identiteitsbewijs of andere documenten',
    bank: 'Een bankrekening voor de uitbetalingen',
    terms: 'Je akkoord met de voorwaarden',
    other: 'Andere gegevens',
  },
  deadline: (day) => `Vul dit aan vóór ${day}, anders kan het account worden beperkt.`,
  rejected: (provider) =>
    `${provider} heeft dit account geweigerd. Vraag ${provider} naar de reden of koppel een ander account.`,
};
