import type { Failures } from './shape.ts';

/** Failures of requests in general, of authentication, of missing resources, and of the platform. */
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
  path_unknown: [
    404,
    'There is nothing at this URL. Check the path.',
    'Op deze URL is niets te vinden. Controleer het pad.',
  ],
  method_not_allowed: [405, 'This URL accepts only {methods}.', 'Deze URL accepteert alleen {methods}.'],
  validation: [422, '{detail}.', '{detail}.'],

  nothing_to_change: [422, 'Send at least one field to change.', 'Stuur minstens één veld om te wijzigen.'],
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
    'Too many live streams are open: at most {limit}. Close one of them.',
    'Er staan te veel liveverbindingen open: hooguit {limit}. Sluit er een.',
  ],
  busy: [
    503,
    'This venue is very busy at the moment. Try again shortly.',
    'Het is nu erg druk bij deze locatie. Probeer het zo opnieuw.',
  ],

  // Authentication and venue
  venue_missing: [
    400,
    'No venue given. Send its slug in the X-Tenant header.',
    'Geen locatie opgegeven. Stuur de slug in de header X-Tenant.',
  ],
  // Guests read it in a widget with a wrong slug; the name is for the website's owner.
  venue_unknown: [
    400,
    'Online booking does not work here: the venue "{venue}" is unknown. Contact the venue directly.',
    'Online boeken werkt hier niet: de locatie "{venue}" is onbekend. Neem rechtstreeks contact op met de locatie.',
  ],
  origin_refused: [
    403,
    'The website {origin} is not allowed by this venue. The venue can add it to its allowed_origins.',
    'De website {origin} is niet toegestaan door deze locatie. De locatie kan de website toevoegen aan allowed_origins.',
  ],
  unauthorized: [
    401,
    'Not signed in. Sign in, or send a valid token as `Authorization: Bearer <token>`.',
    'Niet ingelogd. Log in, of stuur een geldig token als `Authorization: Bearer <token>`.',
  ],
  operator_only: [403, 'Only the operator may do this.', 'Alleen de beheerder van het platform mag dit.'],
  admin_only: [
    403,
    'Only an operator with the role admin may do this.',
    'Alleen een beheerder van het platform met de rol admin mag dit.',
  ],
  visit_required: [
    403,
    'Give a reason first, which the owners of the venue read: POST /api/admin/venues/{slug}/visits.',
    'Geef eerst een reden op, die de eigenaars van de locatie lezen: POST /api/admin/venues/{slug}/visits.',
  ],
  passkey_required: [
    403,
    'Operators need a passkey here. Sign in with yours. If you have none yet, add one on the page “Passkeys” first.',
    'Beheerders van het platform hebben hier een passkey nodig. Log in met de jouwe. Heb je er nog geen, voeg er dan eerst een toe op de pagina ‘Passkeys’.',
  ],
  owner_only: [403, 'Only an owner of the venue may do this.', 'Alleen een eigenaar van de locatie mag dit.'],
  session_only: [
    403,
    'This requires a signed-in browser. A token has no session.',
    'Dit kan alleen in een ingelogde browser. Een token heeft geen sessie.',
  ],
  person_only: [
    403,
    'Only people have passkeys. The operator signs in with the token.',
    'Alleen personen hebben passkeys. De beheerder van het platform logt in met het token.',
  ],
  passkey_refused: [
    403,
    'You cannot sign in here with this passkey. Try again, or sign in by mail.',
    'Met deze passkey kun je hier niet inloggen. Probeer het opnieuw, of log in via je mail.',
  ],
  oidc_off: [
    404,
    'Sign-in with an identity provider is off. Sign in by mail.',
    'Inloggen met een identity provider staat uit. Log in via je mail.',
  ],
  oidc_expired: [
    410,
    'This sign-in was used, took more than {minutes} minutes or began in another browser. Start again.',
    'Deze inlogpoging is al gebruikt, duurde langer dan {minutes} minuten of begon in een andere browser. Begin opnieuw.',
    'link_over',
  ],
  oidc_failed: [
    403,
    'The sign-in with {name} could not be verified. Start again, or sign in by mail.',
    'Het inloggen met {name} kon niet worden gecontroleerd. Begin opnieuw, of log in via je mail.',
    'passkey_refused',
  ],
  oidc_refused: [
    403,
    'You cannot sign in here with this account of {name}: its e-mail address is not confirmed or has no access. Ask an owner of your venue to add you.',
    'Je kunt hier niet inloggen met dit account van {name}: het e-mailadres is niet bevestigd of heeft geen toegang. Vraag een eigenaar van je locatie om je toe te voegen.',
    'passkey_refused',
  ],
  oidc_unavailable: [
    503,
    '{name} does not respond at the moment. Try again shortly, or sign in by mail.',
    '{name} reageert op dit moment niet. Probeer het zo opnieuw, of log in via je mail.',
    'unavailable',
  ],
  sign_in_again: [
    403,
    'Sign in again to do this: you signed in more than {minutes} minutes ago.',
    'Log opnieuw in om dit te doen: je bent langer dan {minutes} minuten geleden ingelogd.',
  ],
  foreign_origin: [
    403,
    'A signed-in browser may send this only from {origin}.',
    'Een ingelogde browser mag dit alleen vanaf {origin} versturen.',
  ],
  operator_token_wrong: [
    403,
    'This is not the operator token. Check it and try again.',
    'Dit is niet het token van de beheerder van het platform. Controleer het en probeer het opnieuw.',
  ],
  other_browser: [
    403,
    'Open this link in the browser in which you requested it, or request a new link here.',
    'Open deze link in de browser waarin je hem hebt aangevraagd, of vraag hier een nieuwe aan.',
    'passkey_refused',
  ],
  link_over: [
    410,
    'This link no longer works, because it was used or has expired. Request a new one.',
    'Deze link werkt niet meer, omdat hij al gebruikt of verlopen is. Vraag een nieuwe aan.',
  ],

  // Resources
  venue_not_found: [404, 'Unknown venue.', 'Onbekende locatie.'],
  room_not_found: [404, 'Unknown room.', 'Onbekende ruimte.'],
  facility_not_found: [404, 'Unknown facility.', 'Onbekende faciliteit.'],
  slot_not_found: [404, 'Unknown slot.', 'Onbekende tijd.'],
  block_not_found: [404, 'Unknown block.', 'Onbekende blokkade.', 'slot_not_found'],
  ticket_not_found: [404, 'Unknown ticket.', 'Onbekend ticket.'],
  ticket_expired: [
    410,
    'This link expired {months} months after the visit. Ask the venue if you still need something.',
    'Deze link is {months} maanden na het bezoek verlopen. Vraag het de locatie als je nog iets nodig hebt.',
    'link_over',
  ],
  exception_not_found: [404, 'There is no exception on this date.', 'Er is geen uitzondering op deze datum.'],
  booking_not_found: [404, 'Unknown booking.', 'Onbekende boeking.'],
  moves_not_found: [404, 'Unknown list.', 'Onbekende lijst.', 'booking_not_found'],
  series_not_found: [404, 'Unknown series.', 'Onbekende reeks.', 'booking_not_found'],
  series_code_not_found: [
    404,
    'This code is unknown or was ended. Ask the venue for another one.',
    'Deze code is onbekend of beëindigd. Vraag de locatie om een andere.',
    'token_not_found',
  ],
  person_not_found: [404, 'Unknown person.', 'Onbekende persoon.'],
  operator_not_found: [404, 'Unknown operator.', 'Onbekende beheerder van het platform.'],
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
  attention_not_found: [404, 'Unknown entry of the attention list.', 'Onbekend aandachtspunt.'],
  dead_letter_not_found: [404, 'Unknown dead letter.', 'Onbekend onverwerkt bericht.'],
  plan_not_found: [404, 'Unknown plan.', 'Onbekend abonnement.'],
  plan_in_use: [
    409,
    'Venues have the plan "{plan}", or it is the plan of new venues. Give the venues another plan first.',
    'Er zijn locaties met het abonnement "{plan}", of het is dat van nieuwe locaties. Geef die locaties eerst een ander abonnement.',
  ],
  plan_limit: [
    409,
    'Your plan includes at most {limit} {what}. Ask the operator of the platform for a larger plan.',
    'Je abonnement bevat hooguit {limit} {what}. Vraag de beheerder van het platform om een groter abonnement.',
  ],
  plan_feature: [
    409,
    '{what} are not part of your plan. Ask the operator of the platform for a larger plan.',
    '{what} horen niet bij je abonnement. Vraag de beheerder van het platform om een groter abonnement.',
  ],
  invitation_not_found: [404, 'Unknown invitation.', 'Onbekende uitnodiging.'],
  sign_up_closed: [
    403,
    'You cannot sign up here by yourself. Ask the operator of the platform for an invitation.',
    'Je kunt je hier niet zelf aanmelden. Vraag de beheerder van het platform om een uitnodiging.',
  ],
  too_many_venues: [
    409,
    'You have signed up {limit} venues with this address, which is the maximum. Ask the operator of the platform for more.',
    'Je hebt met dit adres {limit} locaties aangemeld, en dat is het maximum. Vraag de beheerder van het platform om meer.',
  ],
  slug_taken: [
    409,
    'The slug "{slug}" is taken. Choose another one.',
    'De slug "{slug}" is al in gebruik. Kies een andere.',
  ],
  domain_taken: [
    409,
    'The domain {domain} belongs to another venue.',
    'Het domein {domain} is van een andere locatie.',
  ],

  last_admin: [
    409,
    'The platform needs an operator with the role admin. Give this role to somebody else first.',
    'Het platform heeft een beheerder met de rol admin nodig. Geef eerst iemand anders deze rol.',
  ],
  last_owner: [
    409,
    'The venue needs an owner. Make somebody else an owner first.',
    'De locatie heeft een eigenaar nodig. Maak eerst iemand anders eigenaar.',
  ],

  room_in_use: [
    409,
    'The facility {facility} uses this room. Remove the room there first.',
    'De faciliteit {facility} gebruikt deze ruimte. Verwijder de ruimte daar eerst.',
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
    'A facility, an add-on or the brand uses this image. Remove it there first.',
    'Een faciliteit, extra of de huisstijl gebruikt deze afbeelding. Verwijder hem daar eerst.',
  ],
  image_type_refused: [
    415,
    'This type of image is not supported. Send a JPEG, PNG, WebP or AVIF without animation.',
    'Dit type afbeelding wordt niet ondersteund. Stuur een JPEG, PNG, WebP of AVIF zonder animatie.',
  ],
  image_too_many_pixels: [
    422,
    'This image has too many pixels: at most {megapixels} million. Make it smaller first.',
    'Deze afbeelding heeft te veel pixels: hooguit {megapixels} miljoen. Maak de afbeelding eerst kleiner.',
  ],
  image_unreadable: [
    422,
    'This image cannot be read, because the file is damaged or not an image. Save it again and try once more.',
    'Deze afbeelding is niet te lezen, omdat het bestand beschadigd of geen afbeelding is. Sla de afbeelding opnieuw op en probeer het nog eens.',
  ],
  image_too_slow: [
    422,
    'This image takes too long to read. Save it again, for example as a JPEG, and try again in a minute.',
    'Het lezen van deze afbeelding duurt te lang. Sla de afbeelding opnieuw op, bijvoorbeeld als JPEG, en probeer het over een minuut opnieuw.',
  ],
  too_many_images: [
    422,
    'A venue can have at most {limit} images. Remove some first.',
    'Een locatie kan hooguit {limit} afbeeldingen hebben. Verwijder er eerst een paar.',
  ],

  // Dead letters and domains
  dead_letter_again: [
    409,
    'The event failed again and stays on the list: {reason}.',
    'Het bericht is opnieuw mislukt en blijft op de lijst: {reason}.',
  ],
  domain_unproven: [
    422,
    'To use {domain}, set a DNS TXT record at {record} with the value "{value}", then send this again.',
    'Zet, om {domain} te gebruiken, een DNS TXT-record op {record} met de waarde "{value}" en stuur dit opnieuw.',
  ],

  placeholder_unknown: [
    422,
    '{field}: unknown placeholder {placeholder}. Use {known}.',
    '{field}: onbekende variabele {placeholder}. Gebruik {known}.',
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
    'Opening hours must be within one booking day, which starts at {dayStart}.',
    'Openingstijden moeten binnen een boekingsdag vallen, die om {dayStart} begint.',
  ],

  hours_too_close: [
    422,
    'Season {season}, day {day} of the week: {second} starts too soon after {first}, which ends at {until} including its break.',
    'Seizoen {season}, dag {day} van de week: {second} begint te snel na {first}, dat met de pauze tot {until} duurt.',
  ],

  day_hours_too_close: [
    422,
    '{date}: {second} starts too soon after {first}, which ends at {until} including its break.',
    '{date}: {second} begint te snel na {first}, dat met de pauze tot {until} duurt.',
    'hours_outside_day',
  ],

  too_many_exceptions: [
    422,
    'A facility can have at most {limit} days with different opening hours. Restore the weekly hours of some days first.',
    'Een faciliteit kan hooguit {limit} dagen met afwijkende openingstijden hebben. Zet er eerst een paar terug op de weektijden.',
  ],

  bookings_met: [
    409,
    'This affects upcoming bookings ({count}): {bookings}. Send it again with `force` to do it anyway. The bookings remain valid, and their history records the change.',
    'Dit raakt komende boekingen ({count}): {bookings}. Stuur het opnieuw met `force` om het toch te doen. De boekingen blijven staan en hun geschiedenis vermeldt de wijziging.',
  ],

  blocked_elsewhere: [
    409,
    'A block of the whole venue or of a room covers this time. Lift that block instead.',
    'Een blokkade van de hele locatie of van een ruimte geldt op deze tijd. Hef die blokkade op.',
    'booking_changed',
  ],
  zone_meets_bookings: [
    409,
    'The new time zone changes the time of upcoming bookings ({count}): {bookings}. Send it again with `keep`: `clock` moves them, so that they keep their time of day; `instant` keeps the moment, and guests are notified of the new time of day.',
    'De nieuwe tijdzone verandert de tijd van komende boekingen ({count}): {bookings}. Stuur het opnieuw met `keep`: `clock` verplaatst ze, zodat hun kloktijd gelijk blijft; met `instant` blijft het moment gelijk en krijgen gasten bericht van de nieuwe kloktijd.',
  ],
  clock_times_clash: [
    409,
    'These bookings cannot keep their time of day, because two of them would overlap: {times}. Clocks change there. Move one of them first, or keep the moment. Nothing was changed.',
    'Deze boekingen kunnen hun kloktijd niet houden, omdat er dan twee overlappen: {times}. Daar wordt de klok verzet. Verplaats er eerst een, of laat het moment gelijk. Er is niets gewijzigd.',
  ],

  // A venue from another installation
  import_not_found: [
    404,
    'There is no such import, or it has no such part. Start the import first.',
    'Deze import bestaat niet, of heeft dit deel niet. Begin eerst met de import.',
    'venue_not_found',
  ],
  import_incomplete: [
    409,
    'Part {part} of the archive comes next. Send the parts in order, and end the import after the last one.',
    'Deel {part} van het archief is aan de beurt. Stuur de delen op volgorde en rond de import na het laatste af.',
    'booking_changed',
  ],
  imported_before: [
    409,
    'This archive was imported as {slug} before.',
    'Dit archief is al eerder geïmporteerd, als {slug}.',
    'slug_taken',
  ],
  archive_refused: [
    422,
    'The archive is refused: {detail}.',
    'Het archief is geweigerd: {detail}.',
    'validation',
  ],
  export_too_large: [
    422,
    'This venue is too large for an archive: {detail}.',
    'Deze locatie is te groot voor een archief: {detail}.',
    'validation',
  ],

  // The platform
  not_in_force: [
    503,
    'Saved, but not applied everywhere yet. That happens as soon as all services respond again.',
    'Opgeslagen, maar nog niet overal doorgevoerd. Dat gebeurt zodra alle diensten weer reageren.',
  ],
  unavailable: [
    503,
    'Temporarily unavailable. Try again shortly.',
    'Tijdelijk niet bereikbaar. Probeer het zo opnieuw.',
  ],
  timeout: [504, 'This took too long. Try again.', 'Dit duurde te lang. Probeer het opnieuw.'],
  internal: [
    500,
    'Something went wrong on our side. Try again later.',
    'Er ging iets mis aan onze kant. Probeer het later opnieuw.',
  ],
} as const satisfies Failures;

export type RequestFailure = keyof typeof requestFailures;
