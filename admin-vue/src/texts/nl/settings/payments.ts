import type { payments as en } from '../../en/settings/payments.ts';

export const payments: typeof en = {
  none: 'Online betalen is nog niet ingesteld. Boekingen worden zonder betaling bevestigd.',
  live: 'Live',
  testMode: 'Testmodus: geen echt geld',
  account: 'Account',
  noFee: 'Het platform rekent geen kosten.',
  fee: (percent, fixed) =>
    `Het platform rekent ${percent} en ${fixed} per boeking. Alleen de beheerder van het platform kan dit wijzigen.`,
  test: 'Account testen',
  works: 'Het account werkt',
  tryIt: 'Doe nu een betaling, zoals een gast. Dit is testgeld en hoort niet bij een boeking.',
  liveTested:
    'De provider accepteert de gegevens. Een testbetaling zou live met echt geld zijn, dus die wordt niet gedaan.',
  pay: (amount) => `Betaal ${amount} met testgeld`,
  outcome: {
    open: (amount) => `De testbetaling van ${amount} is nog niet betaald.`,
    paid: (amount) => `De testbetaling van ${amount} is gelukt. Gasten kunnen online betalen.`,
    failed: (amount) => `De testbetaling van ${amount} is mislukt.`,
    canceled: (amount) => `De testbetaling van ${amount} is geannuleerd.`,
    expired: (amount) => `De testbetaling van ${amount} is verlopen.`,
  },
  askAgain: 'Opnieuw controleren',
  notAsked: 'De status van de testbetaling kan nu niet worden opgehaald.',
  relink: 'Ander account koppelen',
  unlink: 'Ontkoppelen',
  unlinked: 'Account ontkoppeld.',
  unlinkMore:
    'Nieuwe boekingen kunnen niet meer online worden betaald. Eerdere betalingen kunnen nog worden terugbetaald.',
  link: 'Account koppelen',
  linked: 'Account gekoppeld.',
  provider: 'Betaalprovider',
  sandboxHint: 'Om te testen: er gaat geen echt geld om.',
  how: 'Koppelen met',
  byKey: 'API-sleutel',
  byAccount: 'Account-ID',
  byNothing: 'Zonder gegevens',
  apiKeyHint:
    'Maak er een aan in het Mollie-dashboard, bij Developers > API access tokens (voorheen API-keys). Mollie toont hem één keer. Een testsleutel begint met test_, een live-sleutel met live_.',
  apiKey: 'API-sleutel',
  accountIdHint:
    'Alleen de beheerder van het platform kan een nieuw account koppelen, want het ID bewijst niet van wie het is. Geef dit ID door aan de beheerder.',
  accountId: 'Account-ID',
  slowMethods: 'Sta ook overboekingen toe (die duren dagen)',
  secretHint: 'Wordt versleuteld opgeslagen en nooit meer getoond.',
  feePercent: 'Platformkosten, in procenten',
  feeBearer: 'Vergoeding die de provider bij een terugbetaling niet teruggeeft',
  feeBearerHint: 'Mollie geeft je vergoeding niet terug als een gast geld terugkrijgt. Stripe wel.',
  feeBearerSame: 'Zoals nu',
  feeBearers: { venue: 'Voor rekening van de locatie', platform: 'Voor rekening van het platform' },
  feeFixed: 'Platformkosten, in euro per boeking',
  feeHint: 'Leeg: de kosten blijven gelijk.',
};
