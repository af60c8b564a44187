import type { Failures } from './shape.ts';

/** Failures of payment accounts and payments. */
export const paymentFailures = {
  credentials_refused: [
    422,
    '{provider} does not accept these credentials: {reason}.',
    '{provider} accepteert deze gegevens niet: {reason}.',
  ],
  fee_not_carried: [
    422,
    '{provider} cannot pay the platform fee with these credentials: {reason}.',
    '{provider} kan met deze gegevens de platformvergoeding niet betalen: {reason}.',
  ],
  account_by_operator: [
    403,
    'An account id of {provider} does not prove who owns the account. Ask the operator of the platform to link it.',
    'Een account-id van {provider} bewijst niet van wie het account is. Vraag de beheerder van het platform om het te koppelen.',
  ],
  provider_off: [
    422,
    '{provider} is not enabled on this platform: {reason}.',
    '{provider} is op dit platform niet ingeschakeld: {reason}.',
  ],
  provider_unavailable: [
    503,
    '{provider} is not responding at the moment. Try again shortly.',
    '{provider} reageert op dit moment niet. Probeer het zo opnieuw.',
  ],
  desk_payment_too_much: [
    422,
    'Only {open} of this booking is still open.',
    'Van deze boeking staat nog maar {open} open.',
  ],
  desk_refund_too_much: [
    422,
    'At most {left} can be returned at the desk.',
    'Aan de balie kan hooguit {left} worden teruggegeven.',
  ],
  desk_payment_not_found: [404, 'Payment at the desk not found.', 'Betaling aan de balie niet gevonden.'],
  connection_not_found: [
    404,
    'This venue has no account to choose at a payment provider.',
    'Deze locatie heeft geen account om te kiezen bij een betaalprovider.',
  ],
  connect_expired: [
    410,
    'This visit to {provider} has expired, or was started in another browser. Start again in the payment settings.',
    'Deze koppeling met {provider} is verlopen of in een andere browser gestart. Begin opnieuw bij de betaalinstellingen.',
  ],
  nothing_open: [409, 'This booking has no open amount.', 'Er staat voor deze boeking niets meer open.'],
  payment_link_late: [
    409,
    'The open amount can be paid online until the booking starts. Take the payment at the desk.',
    'Het openstaande bedrag kan tot het begin van de boeking online worden betaald. Reken af aan de balie.',
  ],
  payment_link_early: [
    409,
    'Open amounts can be paid online an hour after the upgrade. Try again later.',
    'Openstaande bedragen kunnen een uur na de upgrade online worden betaald. Probeer het later opnieuw.',
  ],
  no_online_payment: [
    409,
    'This venue takes no online payments. Link a payment account first.',
    'Deze locatie neemt geen online betalingen aan. Koppel eerst een betaalaccount.',
  ],
  till_closed: [
    409,
    'This day was closed before. Money that is recorded now counts for the next day.',
    'Deze dag is al afgesloten. Wat je nu vastlegt, telt voor de volgende dag.',
  ],
  till_not_begun: [
    422,
    'This day has not begun yet, so it cannot be closed.',
    'Deze dag is nog niet begonnen, dus je kunt hem niet afsluiten.',
  ],
  refund_too_much: [422, 'At most {left} can be refunded.', 'Er kan hooguit {left} worden terugbetaald.'],
} as const satisfies Failures;

export type PaymentFailure = keyof typeof paymentFailures;
