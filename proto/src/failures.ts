/**
 * Every expected failure of the platform: a closed code, its HTTP status and its text in both languages.
 * `{name}` in a text is filled from the failure's params. A code that the release before does not know names
 * one that it does, which stands in for it there.
 */
export const failures = {
  // The request itself
  malformed_json: [
    400,
    'The request body is not valid JSON.',
    'De inhoud van het verzoek is geen geldige JSON.',
  ],
  invalid_request: [400, 'Invalid request: {detail}.', 'Ongeldig verzoek: {detail}.'],
  range_reversed: [400, '`to` must not be before `from`.', '`to` mag niet voor `from` liggen.'],
  range_too_long: [400, 'The range is at most {days} days.', 'Het bereik is hooguit {days} dagen.'],
  body_too_large: [
    413,
    'The request body is over {limit}.',
    'De inhoud van het verzoek is groter dan {limit}.',
  ],
  not_json: [
    415,
    'Send the body as application/json, in UTF-8.',
    'Stuur de inhoud als application/json, in UTF-8.',
  ],
  path_unknown: [404, 'There is nothing at this address.', 'Op dit adres is niets.'],
  method_not_allowed: [405, 'This address takes {methods}.', 'Dit adres aanvaardt {methods}.'],
  validation: [422, '{detail}.', '{detail}.'],

  nothing_to_change: [422, 'Name at least one thing to change.', 'Noem minstens één ding om te wijzigen.'],
  too_many_requests: [
    429,
    'Too many requests from this address. Try again in {retryAfterSeconds} s.',
    'Te veel verzoeken vanaf dit adres. Probeer het over {retryAfterSeconds} s opnieuw.',
  ],
  busy: [
    503,
    'Too much is asked of this venue at the moment. Try again shortly.',
    'Er wordt op dit moment te veel van deze locatie gevraagd. Probeer het zo opnieuw.',
  ],

  // Who asks, and for which venue
  venue_missing: [
    400,
    'No venue given: send its slug in the X-Tenant header.',
    'Geen locatie opgegeven: stuur de slug in de header X-Tenant.',
  ],
  venue_unknown: [400, 'There is no venue "{venue}".', 'Er is geen locatie "{venue}".'],
  origin_refused: [
    403,
    'The website {origin} is not among the allowed origins of this venue.',
    'De website {origin} staat niet bij de toegestane websites van deze locatie.',
  ],
  unauthorized: [
    401,
    'Send a valid token as `Authorization: Bearer <token>`.',
    'Stuur een geldig token als `Authorization: Bearer <token>`.',
  ],
  operator_only: [403, 'Only the operator may do this.', 'Alleen de beheerder van het platform mag dit.'],
  owner_only: [
    403,
    'This token may read bookings and check guests in; this takes a token of scope owner.',
    'Dit token mag boekingen lezen en gasten inchecken; hiervoor is een token met scope owner nodig.',
  ],

  // Things
  venue_not_found: [404, 'Unknown venue.', 'Onbekende locatie.'],
  facility_not_found: [404, 'Unknown facility.', 'Onbekende faciliteit.'],
  slot_not_found: [404, 'Unknown slot.', 'Onbekend tijdslot.'],
  ticket_not_found: [404, 'Unknown ticket.', 'Onbekend ticket.'],
  exception_not_found: [404, 'There is no exception on this date.', 'Er is geen uitzondering op deze datum.'],
  booking_not_found: [404, 'Unknown booking.', 'Onbekende boeking.'],
  token_not_found: [404, 'Unknown token.', 'Onbekend token.'],
  webhook_not_found: [404, 'Unknown webhook.', 'Onbekende webhook.'],
  delivery_not_found: [404, 'Unknown delivery.', 'Onbekende aflevering.'],
  feed_not_found: [404, 'Unknown calendar feed.', 'Onbekende agendafeed.'],
  payment_account_not_found: [
    404,
    'No payment provider is linked to this venue.',
    'Aan deze locatie is geen betaalprovider gekoppeld.',
  ],
  pay_link_not_found: [404, 'Unknown pay link.', 'Onbekende betaallink.'],
  attention_not_found: [404, 'There is nothing like this on the list.', 'Dit staat niet op de lijst.'],
  dead_letter_not_found: [404, 'Unknown dead letter.', 'Onbekend onverwerkt bericht.'],
  slug_taken: [409, 'The slug "{slug}" is taken.', 'De slug "{slug}" is al in gebruik.'],
  domain_taken: [
    409,
    'The domain {domain} belongs to another venue.',
    'Het domein {domain} is van een andere locatie.',
  ],

  // Booking
  venue_not_live: [
    422,
    'This venue does not take online bookings yet.',
    'Deze locatie neemt nog geen online boekingen aan.',
  ],
  slot_unknown: [422, 'This time does not exist (any more).', 'Dit tijdslot bestaat niet (meer).'],
  slot_past: [422, 'This time can no longer be booked.', 'Dit tijdslot kan niet meer worden geboekt.'],
  slot_too_far: [422, 'This time can not be booked yet.', 'Dit tijdslot kan nog niet worden geboekt.'],
  slot_blocked: [422, 'This time is blocked.', 'Dit tijdslot is geblokkeerd.'],
  slot_full: [422, 'This time is full.', 'Dit tijdslot is vol.'],
  places_short: [422, 'Not enough places: {free} left.', 'Niet genoeg plaatsen: nog {free} vrij.'],
  people_too_few: [422, 'Book for at least {min} people.', 'Boek voor minstens {min} personen.'],
  people_too_many: [422, 'Book for at most {max} people.', 'Boek voor hooguit {max} personen.'],
  extra_unknown: [422, 'Unknown extra field "{key}".', 'Onbekend extra veld "{key}".'],
  extra_required: [422, '"{label}" is required.', '"{label}" is verplicht.'],
  extra_invalid: [422, '"{label}" has an invalid value.', '"{label}" heeft een ongeldige waarde.'],
  name_with_address: [422, 'The name must not contain a web address.', 'De naam mag geen webadres bevatten.'],
  redirect_refused: [
    422,
    'The redirect_url must be an absolute http(s) address that this venue allows.',
    'De redirect_url moet een volledig http(s)-adres zijn dat deze locatie toestaat.',
  ],
  too_many_bookings: [
    429,
    'Too many bookings from this internet connection: at most {limit} an hour. Try again later.',
    'Te veel boekingen vanaf deze internetverbinding: hooguit {limit} per uur. Probeer het later opnieuw.',
  ],
  idempotency_mismatch: [
    422,
    'This Idempotency-Key was used for another request.',
    'Deze Idempotency-Key is voor een ander verzoek gebruikt.',
  ],
  idempotency_in_progress: [
    409,
    'A request with this Idempotency-Key is still under way. Try again shortly.',
    'Een verzoek met deze Idempotency-Key loopt nog. Probeer het zo opnieuw.',
  ],

  // After the booking
  booking_unpaid: [409, 'This booking has not been paid yet.', 'Deze boeking is nog niet betaald.'],
  booking_confirmed: [409, 'This booking is confirmed.', 'Deze boeking is bevestigd.'],
  booking_expired: [
    409,
    'This booking has expired, as it was not paid in time.',
    'Deze boeking is verlopen, want er is niet op tijd betaald.',
  ],
  booking_cancelled: [409, 'This booking was cancelled.', 'Deze boeking is geannuleerd.'],
  booking_checked_in: [409, 'This guest has been checked in already.', 'Deze gast is al ingecheckt.'],
  booking_no_show: [
    409,
    'This guest was noted as not having come.',
    'Van deze gast is genoteerd dat die niet is gekomen.',
  ],
  not_begun: [
    422,
    'This booking has not begun yet: the guest may still come.',
    'Deze boeking is nog niet begonnen: de gast kan nog komen.',
  ],
  check_in_too_early: [
    422,
    'Check-in for this booking is possible from {from}.',
    'Inchecken voor deze boeking kan vanaf {from}.',
  ],
  other_facility: [
    422,
    'A booking can be moved to another time of the same facility only.',
    'Een boeking kan alleen naar een ander tijdslot van dezelfde faciliteit.',
  ],
  booking_changed: [
    409,
    'The booking was changed by somebody else at this moment. Look at it again.',
    'De boeking is op dit moment door iemand anders gewijzigd. Bekijk haar opnieuw.',
  ],
  cancel_too_late: [
    422,
    'Cancelling was possible until {until}. Please contact the venue.',
    'Annuleren kon tot {until}. Neem contact op met de locatie.',
  ],
  too_many_holds: [
    429,
    'There are unpaid bookings of this guest, or of this internet connection, open already. Pay or cancel one of them, or try again when it has expired.',
    'Van deze gast, of vanaf deze internetverbinding, staan al onbetaalde boekingen open. Betaal of annuleer er een, of probeer het opnieuw als die is verlopen.',
  ],

  too_many_coming: [
    429,
    'This guest, or this internet connection, has as many bookings to come as this venue takes online. Cancel one of them, or contact the venue.',
    'Deze gast, of deze internetverbinding, heeft al zoveel komende boekingen als deze locatie online aanneemt. Annuleer er een of neem contact op met de locatie.',
    'too_many_holds',
  ],

  proof_missing: [
    422,
    'This venue checks at the moment that a browser books. Load the page again (over https), or contact the venue.',
    'Deze locatie controleert nu of een browser boekt. Laad de pagina opnieuw (via https) of neem contact op met de locatie.',
    'slot_blocked',
  ],
  proof_wrong: [
    422,
    'The proof of work does not fit this venue or this challenge. Try again.',
    'Het rekenbewijs past niet bij deze locatie of deze opdracht. Probeer het opnieuw.',
    'slot_blocked',
  ],
  proof_expired: [
    422,
    'The proof of work has expired. Try again.',
    'Het rekenbewijs is verlopen. Probeer het opnieuw.',
    'slot_blocked',
  ],
  proof_used: [
    422,
    'The proof of work was used for another try. Try again.',
    'Het rekenbewijs is al gebruikt voor een eerdere poging. Probeer het opnieuw.',
    'slot_blocked',
  ],

  // Payments
  credentials_refused: [
    422,
    '{provider} does not accept these credentials: {reason}.',
    '{provider} aanvaardt deze gegevens niet: {reason}.',
  ],
  fee_not_carried: [
    422,
    'With these credentials {provider} can not pay the platform its fee: {reason}.',
    'Met deze gegevens kan {provider} het platform zijn vergoeding niet betalen: {reason}.',
  ],
  provider_off: [
    422,
    '{provider} is not switched on here: {reason}.',
    '{provider} staat hier niet aan: {reason}.',
  ],
  provider_unavailable: [
    503,
    '{provider} does not answer at the moment. Try again shortly.',
    '{provider} antwoordt op dit moment niet. Probeer het zo opnieuw.',
  ],
  refund_too_much: [
    422,
    'At most {left} euro can be refunded.',
    'Er kan hooguit {left} euro worden terugbetaald.',
  ],
  dead_letter_again: [
    409,
    'It failed again, and stays on the list: {reason}.',
    'Het ging opnieuw mis en blijft op de lijst: {reason}.',
  ],
  domain_unproven: [
    422,
    'To use {domain}, set a DNS TXT record at {record} with the value "{value}", then send this again.',
    'Zet, om {domain} te gebruiken, een DNS TXT-record op {record} met de waarde "{value}" en stuur dit opnieuw.',
  ],

  // Opening rules
  hours_outside_day: [
    422,
    'Opening hours must lie inside one booking day, which starts at {dayStart}.',
    'Openingstijden moeten binnen een boekingsdag vallen, die om {dayStart} begint.',
  ],

  bookings_met: [
    409,
    'This meets bookings to come ({count}): {bookings}. Send it again with `force` to do it all the same: they stay, and their history says so.',
    'Dit raakt komende boekingen ({count}): {bookings}. Stuur het opnieuw met `force` om het toch te doen: ze blijven staan, en het staat in hun geschiedenis.',
  ],

  // Ours
  not_in_force: [
    503,
    'Saved, but not in force everywhere yet. It will be as soon as all services answer again.',
    'Opgeslagen, maar nog niet overal van kracht. Dat volgt zodra alle diensten weer antwoorden.',
  ],
  unavailable: [
    503,
    'Temporarily unavailable. Try again shortly.',
    'Tijdelijk niet bereikbaar. Probeer het zo opnieuw.',
  ],
  timeout: [504, 'This took too long. Try again.', 'Dit duurde te lang. Probeer het opnieuw.'],
  internal: [500, 'Something went wrong on our side.', 'Er ging iets mis aan onze kant.'],
} as const satisfies Record<string, readonly [status: number, en: string, nl: string, before?: string]>;

export type FailureCode = keyof typeof failures;
export type FailureParams = Record<string, string | number>;
export type Language = 'nl' | 'en';

/** An expected failure on its way to whoever asked. Thrown with `throw fail('slot_full')`. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly params: FailureParams;

  constructor(code: FailureCode, params: FailureParams = {}) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.params = params;
  }
}

/** Makes a {@link Failure}; the caller throws it. */
export const fail = (code: FailureCode, params?: FailureParams): Failure => new Failure(code, params);

/** A code that the release before knows: this one, or the one that stands in for it there. */
export const failureBefore = (code: FailureCode): FailureCode =>
  ((failures[code] as readonly unknown[])[3] ?? code) as FailureCode;

/** HTTP status of a failure. */
export const failureStatus = (code: FailureCode): number => failures[code][0];

/** Text of a failure for people. */
export const failureText = (code: FailureCode, params: FailureParams, language: Language): string =>
  failures[code][language === 'nl' ? 2 : 1].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(params[name] ?? ''),
  );
