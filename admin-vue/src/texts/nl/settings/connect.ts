import type { connect as en } from '../../en/settings/connect.ts';

export const connect: typeof en = {
  connectWith: (provider) => `Koppelen met ${provider}`,
  why: (provider) => `Je logt in bij ${provider} en geeft toegang. Je hoeft geen sleutels te kopiëren.`,
  testMode: 'In testmodus, zonder echt geld',
  slowMethods: 'Ook overboekingen toestaan (die duren dagen)',
  choose: 'Kies het profiel waaraan gasten betalen',
  chooseMore: (name) =>
    `${name} heeft meerdere profielen. Het profiel bepaalt de naam en website die gasten bij het afrekenen zien.`,
  use: 'Dit profiel gebruiken',
  waiting: (provider) => `${provider} staat nog geen betalingen toe`,
  waitingMore: 'We koppelen het account automatisch zodra het betalingen kan ontvangen.',
  organization: 'Organisatie',
  states: {
    needs_data: 'Er ontbreken gegevens bij de provider.',
    in_review: 'De provider controleert de gegevens.',
    complete: 'De gegevens zijn compleet.',
  },
  payments: 'Ontvangt betalingen',
  noPayments: 'Nog geen betalingen',
  payouts: 'Betaalt uit',
  noPayouts: 'Nog geen uitbetalingen',
  complete: (provider) => `Verder bij ${provider}`,
  check: 'Opnieuw controleren',
  giveUp: 'Koppeling annuleren',
  givenUp: 'Koppeling geannuleerd.',
  linked: 'Account gekoppeld. Gasten kunnen online betalen.',
  declined: 'Je hebt geen toegang gegeven. Er is niets veranderd.',
  again: 'De link is verlopen. Koppel opnieuw om verder te gaan.',
  failed: 'Koppelen is mislukt. Er is niets veranderd. Probeer het opnieuw.',
  orByHand: 'Of vul zelf gegevens in',
  unlinkMore: (provider) =>
    `Nieuwe boekingen kunnen niet meer online worden betaald. De toegang tot ${provider} eindigt zodra er geen betalingen meer openstaan. Daarna betaal je eerdere betalingen terug in je ${provider}-dashboard, of koppel je opnieuw.`,
};
