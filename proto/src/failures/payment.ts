import type { Failures } from './shape.ts';

/** What can not be done with accounts at providers, and with money. */
export const paymentFailures = {
  credentials_refused: [
    422,
    '{provider} does not accept these credentials: {reason}.',
    '{provider} accepteert deze gegevens niet: {reason}.',
  ],
  fee_not_carried: [
    422,
    'With these credentials {provider} cannot pay the platform its fee: {reason}.',
    'Met deze gegevens kan {provider} het platform zijn vergoeding niet betalen: {reason}.',
  ],
  account_by_operator: [
    403,
    'The id of an account of {provider} does not show whose it is: ask the operator of the platform to link it.',
    'Aan het id van een account bij {provider} is niet te zien van wie het is: vraag de beheerder van het platform om het te koppelen.',
  ],
  provider_off: [
    422,
    '{provider} is not switched on here: {reason}.',
    '{provider} staat hier niet aan: {reason}.',
  ],
  provider_unavailable: [
    503,
    '{provider} does not answer at the moment. Try again shortly.',
    '{provider} reageert op dit moment niet. Probeer het zo opnieuw.',
  ],
  refund_too_much: [422, 'At most {left} can be refunded.', 'Er kan hooguit {left} worden terugbetaald.'],
} as const satisfies Failures;
