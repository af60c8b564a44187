import type { Failures } from './shape.ts';

/** What is wrong with a request, with who asks, with what it names, or on our side. */
export const requestFailures = {
  // The request itself
  malformed_json: [
    400,
    'The request body is not valid JSON.',
    'De inhoud van het verzoek is geen geldige JSON.',
  ],
  invalid_request: [400, 'Invalid request: {detail}.', 'Ongeldig verzoek: {detail}.'],
  range_reversed: [400, '`to` must not be before `from`.', '`to` mag niet voor `from` liggen.'],
  range_too_long: [
    400,
    'The range has too many days: at most {days}.',
    'De periode heeft te veel dagen: hooguit {days}.',
  ],
  body_too_large: [
    413,
    'The request body is larger than {limit}.',
    'De inhoud van het verzoek is groter dan {limit}.',
  ],
  not_json: [
    415,
    'Send the body as application/json, in UTF-8.',
    'Stuur de inhoud als application/json, in UTF-8.',
  ],
  path_unknown: [404, 'There is nothing at this address.', 'Op dit adres is niets.'],
  method_not_allowed: [405, 'This address takes only {methods}.', 'Dit adres accepteert alleen {methods}.'],
  validation: [422, '{detail}.', '{detail}.'],

  nothing_to_change: [422, 'Name at least one thing to change.', 'Noem minstens één ding om te wijzigen.'],
  too_many_requests: [
    429,
    'Too many requests from this address. Try again in {retryAfterSeconds} s.',
    'Te veel verzoeken vanaf dit adres. Probeer het over {retryAfterSeconds} s opnieuw.',
  ],
  too_many_wrong_tokens: [
    429,
    'Too many wrong tokens from this address. Check the token, and try again in {retryAfterSeconds} s.',
    'Te veel onjuiste tokens vanaf dit adres. Controleer het token en probeer het over {retryAfterSeconds} s opnieuw.',
  ],
  too_many_streams: [
    429,
    'Too many live streams are open already: at most {limit}. Close one of them.',
    'Er staan al te veel live verbindingen open: hooguit {limit}. Sluit er een.',
  ],
  busy: [
    503,
    'This venue is very busy at the moment. Try again shortly.',
    'Het is nu erg druk bij deze locatie. Probeer het zo opnieuw.',
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
    'Sign in, or send a valid token as `Authorization: Bearer <token>`.',
    'Log in, of stuur een geldig token als `Authorization: Bearer <token>`.',
  ],
  operator_only: [403, 'Only the operator may do this.', 'Alleen de beheerder van het platform mag dit.'],
  owner_only: [403, 'Only an owner of the venue may do this.', 'Alleen een eigenaar van de locatie mag dit.'],
  session_only: [
    403,
    'Only a browser that has signed in may do this: a token has no session.',
    'Alleen een ingelogde browser mag dit: een token heeft geen sessie.',
  ],
  person_only: [
    403,
    'Only a person has passkeys. The operator signs in with the token.',
    'Alleen een persoon heeft passkeys. De beheerder van het platform logt in met het token.',
  ],
  passkey_refused: [
    403,
    'You cannot sign in here with this passkey. Try again, or sign in by mail.',
    'Met deze passkey kun je hier niet inloggen. Probeer het opnieuw, of log in via je mail.',
  ],
  sign_in_again: [
    403,
    'Sign in again to do this: you signed in more than {minutes} minutes ago.',
    'Log opnieuw in om dit te doen: je bent langer dan {minutes} minuten geleden ingelogd.',
  ],
  foreign_origin: [
    403,
    'A browser that has signed in may send this from {origin} only.',
    'Een ingelogde browser mag dit alleen vanaf {origin} sturen.',
  ],
  operator_token_wrong: [
    403,
    'This is not the token of the operator.',
    'Dit is niet het token van de beheerder van het platform.',
  ],
  other_browser: [
    403,
    'Open this link in the browser that asked for it, or ask for a new link here.',
    'Open deze link in de browser waarin je hem hebt aangevraagd, of vraag hier een nieuwe aan.',
    'passkey_refused',
  ],
  link_over: [
    410,
    'This link no longer works: it was used before, or it is too old. Ask for a new one.',
    'Deze link werkt niet meer: hij is al gebruikt of te oud. Vraag een nieuwe aan.',
  ],

  // Things
  venue_not_found: [404, 'Unknown venue.', 'Onbekende locatie.'],
  room_not_found: [404, 'Unknown room.', 'Onbekende ruimte.'],
  facility_not_found: [404, 'Unknown facility.', 'Onbekende faciliteit.'],
  slot_not_found: [404, 'Unknown slot.', 'Onbekende tijd.'],
  ticket_not_found: [404, 'Unknown ticket.', 'Onbekend ticket.'],
  ticket_expired: [
    410,
    'This link expired {months} months after the visit. Ask the venue if you still need something.',
    'Deze link is {months} maanden na het bezoek verlopen. Vraag het de locatie als je nog iets nodig hebt.',
    'link_over',
  ],
  exception_not_found: [404, 'There is no exception on this date.', 'Er is geen uitzondering op deze datum.'],
  booking_not_found: [404, 'Unknown booking.', 'Onbekende boeking.'],
  person_not_found: [404, 'Unknown person.', 'Onbekende persoon.'],
  passkey_not_found: [404, 'Unknown passkey.', 'Onbekende passkey.'],
  session_not_found: [404, 'Unknown session.', 'Onbekende sessie.', 'passkey_not_found'],
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

  last_owner: [
    409,
    'The venue would be left without an owner. Make somebody else an owner first.',
    'De locatie zou dan geen eigenaar meer hebben. Maak eerst iemand anders eigenaar.',
  ],

  room_in_use: [
    409,
    'A facility uses this room ({facility}): take it away there first.',
    'Een faciliteit gebruikt deze ruimte ({facility}): haal die daar eerst weg.',
  ],

  // Images
  image_not_found: [404, 'Unknown image.', 'Onbekende afbeelding.'],
  images_away: [
    503,
    'Images cannot be loaded at the moment. Try again shortly.',
    'Afbeeldingen kunnen op dit moment niet worden geladen. Probeer het zo opnieuw.',
  ],
  image_in_use: [
    409,
    'A facility or one of its add-ons shows this image: remove it there first.',
    'Een faciliteit of een extra daarvan toont deze afbeelding: haal die daar eerst weg.',
  ],
  image_type_refused: [
    415,
    'This kind of image is not accepted: send a JPEG, PNG, WebP or AVIF without animation.',
    'Dit soort afbeelding kan niet: stuur een JPEG, PNG, WebP of AVIF zonder animatie.',
  ],
  image_too_many_pixels: [
    422,
    'This image has too many pixels: at most {megapixels} million. Make it smaller first.',
    'Deze afbeelding heeft te veel pixels: hooguit {megapixels} miljoen. Maak de afbeelding eerst kleiner.',
  ],
  image_unreadable: [
    422,
    'This image cannot be read: it is damaged, or not what it claims to be.',
    'Deze afbeelding is niet te lezen: het bestand is beschadigd, of is geen echte afbeelding.',
  ],
  image_too_slow: [
    422,
    'This image takes too long to read. Save it again, for example as a JPEG, and try again in a minute.',
    'Het lezen van deze afbeelding duurt te lang. Sla die opnieuw op, bijvoorbeeld als JPEG, en probeer het over een minuut weer.',
  ],
  too_many_images: [
    422,
    'A venue keeps at most {limit} images: remove some first.',
    'Een locatie bewaart hooguit {limit} afbeeldingen: verwijder er eerst een paar.',
  ],

  // Dead letters and domains
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

  placeholder_unknown: [
    422,
    '{field}: {placeholder} is not something that this mail can fill in; it knows {known}.',
    '{field}: {placeholder} kan deze mail niet invullen; wel: {known}.',
  ],

  link_foreign: [
    422,
    '{field}: {link} is not on a website of the venue. Add the website or the domain in the settings of the venue, or ask the operator of the platform to trust the venue.',
    '{field}: {link} staat niet op een website van de locatie. Voeg de website of het domein toe bij de instellingen van de locatie, of vraag de beheerder van het platform de locatie te vertrouwen.',
    'validation',
  ],

  // Opening rules
  hours_outside_day: [
    422,
    'Opening hours must lie inside one booking day, which starts at {dayStart}.',
    'Openingstijden moeten binnen een boekingsdag vallen, die om {dayStart} begint.',
  ],

  hours_too_close: [
    422,
    'Season {season}, day {day} of the week: {second} comes too soon after {first}, which takes until {until} with its break.',
    'Seizoen {season}, dag {day} van de week: {second} komt te vroeg na {first}, want dat duurt met de pauze tot {until}.',
  ],

  too_many_exceptions: [
    422,
    'A facility keeps at most {limit} days with hours of their own: put some back to the weekly hours first.',
    'Een faciliteit bewaart hooguit {limit} dagen met eigen tijden: zet er eerst een paar terug op de weektijden.',
  ],

  bookings_met: [
    409,
    'This affects upcoming bookings ({count}): {bookings}. Send it again with `force` to do it anyway: they stay, and their history says so.',
    'Dit raakt komende boekingen ({count}): {bookings}. Stuur het opnieuw met `force` om het toch te doen: ze blijven staan, en het staat in hun geschiedenis.',
  ],

  // Ours
  not_in_force: [
    503,
    'Saved, but not in force everywhere yet. It will be as soon as all services answer again.',
    'Opgeslagen, maar nog niet overal van kracht. Dat volgt zodra alle diensten weer reageren.',
  ],
  unavailable: [
    503,
    'Temporarily unavailable. Try again shortly.',
    'Tijdelijk niet bereikbaar. Probeer het zo opnieuw.',
  ],
  timeout: [504, 'This took too long. Try again.', 'Dit duurde te lang. Probeer het opnieuw.'],
  internal: [500, 'Something went wrong on our side.', 'Er ging iets mis aan onze kant.'],
} as const satisfies Failures;
