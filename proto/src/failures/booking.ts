import type { Failures } from './shape.ts';

/** Failures of bookings and of actions on bookings. */
export const bookingFailures = {
  // Booking
  venue_not_suspended: [409, 'The venue is not suspended.', 'De locatie is niet opgeschort.'],
  venue_deleted: [
    409,
    'The venue is deleted. Its data can be read and exported, but not changed. The operator can restore it.',
    'De locatie is verwijderd. Je kunt de gegevens bekijken en exporteren, maar niet wijzigen. De beheerder kan de locatie herstellen.',
  ],
  venue_has_bookings: [
    409,
    'The venue has upcoming bookings or open offers of a waiting list: {count}. Cancel them first, or wait until they are over.',
    'De locatie heeft nog boekingen of open aanbiedingen van een wachtlijst: {count}. Annuleer die eerst, of wacht tot ze voorbij zijn.',
  ],
  venue_has_payments: [
    409,
    'Payments or refunds of the venue are under way: {count}. Wait until they are completed, or cancel the open payment links.',
    'Er lopen nog betalingen of terugbetalingen van de locatie: {count}. Wacht tot ze zijn afgerond, of annuleer de open betaallinks.',
  ],
  venue_owes_guests: [
    409,
    'The venue owes money to guests, or payments need attention: {count}. Return the money and resolve the items that need attention first.',
    'De locatie is gasten nog geld schuldig, of er zijn betalingen met aandacht nodig: {count}. Betaal het geld eerst terug en handel de punten bij Aandacht nodig af.',
  ],
  venue_not_live: [
    422,
    'This venue does not accept online bookings at the moment.',
    'Deze locatie neemt op dit moment geen online boekingen aan.',
  ],
  slot_unknown: [
    422,
    'This time is not available (any more). Choose another one.',
    'Deze tijd is niet (meer) beschikbaar. Kies een andere tijd.',
  ],
  outside_hours: [
    422,
    'This time is outside the opening hours. Choose another start or length.',
    'Deze tijd valt buiten de openingstijden. Kies een andere begintijd of duur.',
    'slot_unknown',
  ],
  slot_past: [
    422,
    'This time can no longer be booked. Choose a later one.',
    'Deze tijd kun je niet meer boeken. Kies een latere tijd.',
  ],
  slot_too_far: [
    422,
    'This time cannot be booked yet. Choose an earlier one.',
    'Deze tijd kun je nog niet boeken. Kies een eerdere tijd.',
  ],
  slot_blocked: [
    422,
    'This time is blocked. Choose another one.',
    'Deze tijd is geblokkeerd. Kies een andere tijd.',
  ],
  room_taken: [
    422,
    'This time is taken, because another booking uses the same room. Choose another one.',
    'Deze tijd is bezet, omdat een andere boeking dezelfde ruimte gebruikt. Kies een andere tijd.',
  ],
  waiting_list_off: [422, 'There is no waiting list here.', 'Hier is geen wachtlijst.'],
  waiting_not_needed: [422, 'There is still room: you can book now.', 'Er is nog plek: je kunt nu boeken.'],
  waiting_list_full: [
    422,
    'The waiting list is full. Choose another time.',
    'De wachtlijst is vol. Kies een andere tijd.',
  ],
  too_many_entries: [
    429,
    'You are on the waiting list here {limit} times already. Leave one of them first.',
    'Je staat hier al {limit} keer op de wachtlijst. Meld je eerst ergens af.',
  ],
  waiting_not_found: [
    404,
    'There is no such entry on the waiting list.',
    'Deze aanmelding staat niet op de wachtlijst.',
  ],
  offer_over: [
    409,
    'This offer is over. The place may have gone to the next guest.',
    'Dit aanbod is verlopen. De plek is misschien naar de volgende gast gegaan.',
  ],
  offer_open: [
    409,
    'This guest already has an open offer. Wait until it is over.',
    'Deze gast heeft al een open aanbod. Wacht tot dat voorbij is.',
  ],
  venue_day_full: [
    409,
    'This venue accepts no more online bookings today. Try again tomorrow, or contact the venue.',
    'Deze locatie neemt vandaag geen online boekingen meer aan. Probeer het morgen opnieuw, of neem contact op met de locatie.',
  ],
  slot_full: [422, 'This time is full. Choose another one.', 'Deze tijd is vol. Kies een andere tijd.'],
  places_short: [
    422,
    'Not enough places: {free} left. Book fewer people or choose another time.',
    'Niet genoeg plaatsen: nog {free} vrij. Boek minder personen of kies een andere tijd.',
  ],
  series_refused: [
    422,
    '{reason} This is about {date}. Nothing was booked or changed.',
    '{reason} Dit gaat over {date}. Er is niets geboekt of gewijzigd.',
    'slot_unknown',
  ],
  series_too_long: [
    422,
    'A series has at most {max} dates. Choose an earlier end.',
    'Een reeks heeft hooguit {max} datums. Kies een eerder einde.',
    'validation',
  ],
  series_too_far: [
    422,
    'A date can be at most {max} days ahead. Choose fewer dates.',
    'Een datum kan hooguit {max} dagen vooruit liggen. Kies minder datums.',
    'validation',
  ],
  series_code_full: [
    422,
    'With this code you can book {left} more dates now. Choose fewer dates, or cancel others first.',
    'Met deze code kun je nu nog {left} datums boeken. Kies minder datums, of annuleer eerst andere.',
    'validation',
  ],
  series_codes_full: [
    422,
    'A venue can have at most {max} codes for series. End one first.',
    'Een locatie kan hooguit {max} codes voor reeksen hebben. Beëindig er eerst een.',
    'validation',
  ],
  moves_pending: [
    409,
    'Another list with one of these bookings is still in progress. Wait until it is done.',
    'Een andere lijst met een van deze boekingen is nog bezig. Wacht tot die klaar is.',
    'booking_changed',
  ],
  people_too_few: [
    422,
    'The number of people must be at least {min}.',
    'Het aantal personen moet minstens {min} zijn.',
  ],
  people_too_many: [
    422,
    'The number of people must be at most {max}.',
    'Het aantal personen mag hooguit {max} zijn.',
  ],
  guests_unknown: [422, 'Unknown guest category "{key}".', 'Onbekende gastcategorie "{key}".'],
  guests_too_few: [422, '"{name}": at least {min}.', '‘{name}’: minstens {min}.'],
  guests_too_many: [422, '"{name}": at most {max}.', '‘{name}’: hooguit {max}.'],
  add_on_unknown: [422, 'Unknown add-on "{key}".', 'Onbekende extra "{key}".'],
  add_on_too_few: [422, '"{name}": at least {min}.', '‘{name}’: minstens {min}.'],
  add_on_too_many: [422, '"{name}": at most {max}.', '‘{name}’: hooguit {max}.'],
  add_on_gone: [
    422,
    '"{name}": only {left} left at this time. Choose fewer, or another time.',
    '‘{name}’: op dit tijdstip nog {left} beschikbaar. Neem er minder of kies een andere tijd.',
  ],
  extra_unknown: [422, 'Unknown extra field "{key}".', 'Onbekend extra veld "{key}".'],
  extra_required: [422, '"{label}" is required.', '"{label}" is verplicht.'],
  extra_invalid: [422, '"{label}" is not filled in correctly.', '"{label}" is niet goed ingevuld.'],
  extra_too_long: [
    422,
    'Your answers are too long: at most {limit} in total. Shorten one of them.',
    'Je antwoorden zijn te lang: samen hooguit {limit}. Kort er een in.',
  ],
  name_with_address: [422, '"Name" must not contain a web address.', '"Naam" mag geen webadres bevatten.'],
  redirect_refused: [
    422,
    'The redirect_url must be an absolute http(s) URL on a website of this venue. The venue can add the website to its redirect_origins or, if that setting is empty, to its allowed_origins.',
    'De redirect_url moet een volledige http(s)-URL zijn op een website van deze locatie. De locatie kan de website toevoegen aan redirect_origins of, als die instelling leeg is, aan allowed_origins.',
  ],
  too_many_bookings: [
    429,
    'Too many bookings from this internet connection: at most {limit} per hour. Try again later.',
    'Te veel boekingen vanaf deze internetverbinding: hooguit {limit} per uur. Probeer het later opnieuw.',
  ],
  idempotency_mismatch: [
    422,
    'This was already sent with different details and may have succeeded. Check your e-mail before you try again.',
    'Dit is al verstuurd met andere gegevens en is misschien gelukt. Controleer je mail voordat je het opnieuw probeert.',
  ],
  idempotency_in_progress: [
    409,
    'A request with this Idempotency-Key is still in progress. Try again shortly.',
    'Een verzoek met deze Idempotency-Key wordt nog verwerkt. Probeer het zo opnieuw.',
  ],

  // Actions on a booking
  booking_unpaid: [409, 'This booking has not been paid yet.', 'Deze boeking is nog niet betaald.'],
  booking_confirmed: [409, 'This booking is confirmed.', 'Deze boeking is bevestigd.'],
  booking_expired: [
    409,
    'This booking has expired: it was not paid in time.',
    'Deze boeking is verlopen: er is niet op tijd betaald.',
  ],
  booking_cancelled: [409, 'This booking was cancelled.', 'Deze boeking is geannuleerd.'],
  booking_checked_in: [409, 'This guest is already checked in.', 'Deze gast is al ingecheckt.'],
  booking_no_show: [409, 'This guest is marked as a no-show.', 'Deze gast staat als no-show.'],
  not_begun: [
    422,
    'This booking has not started yet, so the guest may still come.',
    'Deze boeking is nog niet begonnen, dus de gast kan nog komen.',
  ],
  check_in_too_early: [
    422,
    'Check-in for this booking is possible from {from}.',
    'Inchecken voor deze boeking kan vanaf {from}.',
  ],
  booking_changed: [
    409,
    'Somebody else has just changed this booking. Review it and try again.',
    'Iemand anders heeft deze boeking net gewijzigd. Bekijk de boeking en probeer het opnieuw.',
  ],
  message_nobody: [
    422,
    'No guest of these visits has an e-mail address.',
    'Geen gast van deze bezoeken heeft een e-mailadres.',
  ],
  message_too_many: [
    422,
    'This message would go to {count} people, at most {max} are possible. Choose fewer visits.',
    'Dit bericht zou naar {count} mensen gaan, hooguit {max} kan. Kies minder bezoeken.',
  ],
  messages_today: [
    429,
    'Your venue has sent {max} messages within a day. Try again tomorrow.',
    'Je locatie heeft binnen een dag {max} berichten verstuurd. Probeer het morgen opnieuw.',
  ],
  history_full: [
    409,
    'The history of this booking is full ({limit} entries), so this change is no longer possible.',
    'De geschiedenis van deze boeking is vol ({limit} regels), dus deze wijziging kan niet meer.',
  ],
  cancel_too_late: [
    422,
    'Cancelling was possible until {until}. Please contact the venue.',
    'Annuleren kon tot {until}. Neem contact op met de locatie.',
  ],
  change_off: [
    422,
    'This booking can’t be changed online. Please contact the venue.',
    'Deze boeking kun je niet online wijzigen. Neem contact op met de locatie.',
  ],
  change_too_late: [
    422,
    'Changing was possible until {until}. Please contact the venue.',
    'Wijzigen kon tot {until}. Neem contact op met de locatie.',
  ],
  change_none: [
    422,
    'This is already how it is booked. Change something first.',
    'Zo is het al geboekt. Wijzig eerst iets.',
  ],
  change_crowded: [
    422,
    'Many places here are booked from your network. Book the extra places as a new booking, or contact the venue.',
    'Er wordt hier veel geboekt vanaf jouw netwerk. Boek de extra plaatsen als nieuwe boeking, of neem contact op met de locatie.',
    'proof_missing',
  ],
  refund_changed: [
    409,
    'Your refund has become lower since you opened this page. Check the amount and confirm again.',
    'Je krijgt minder terug dan toen je deze pagina opende. Controleer het bedrag en bevestig opnieuw.',
  ],
  too_many_holds: [
    429,
    'This guest or internet connection has too many unpaid bookings. Pay or cancel one of them, or try again when one has expired.',
    'Van deze gast of internetverbinding staan te veel onbetaalde boekingen open. Betaal of annuleer er een, of probeer het opnieuw als er een verlopen is.',
  ],

  too_many_coming: [
    429,
    'This guest or internet connection has reached the maximum of upcoming online bookings at this venue. Cancel one of them, or contact the venue.',
    'Deze gast of internetverbinding heeft het maximum aan komende online boekingen bij deze locatie bereikt. Annuleer er een of neem contact op met de locatie.',
  ],

  quote_over: [
    422,
    'The price has changed and is now {price}. Check it and book again.',
    'De prijs is gewijzigd en is nu {price}. Controleer de prijs en boek opnieuw.',
  ],
  quote_wrong: [
    422,
    'The quote is invalid for this booking. The price is {price}. Request a new quote.',
    'De prijsopgave is niet geldig voor deze boeking. De prijs is {price}. Vraag een nieuwe prijsopgave aan.',
  ],

  proof_missing: [
    422,
    'This venue currently checks that bookings come from a browser. Reload the page (over https), or contact the venue.',
    'Deze locatie controleert nu of een boeking uit een browser komt. Laad de pagina opnieuw (via https) of neem contact op met de locatie.',
  ],
  proof_needed: [
    422,
    'Many places here are booked from your network, so your browser must do a short calculation first. Reload the page over https and try again. Or use another internet connection, or contact the venue.',
    'Er wordt hier veel geboekt vanaf jouw netwerk. Daarom moet je browser eerst even rekenen. Laad de pagina opnieuw via https en probeer het nog eens. Of gebruik een andere internetverbinding, of neem contact op met de locatie.',
    'proof_missing',
  ],
  proof_wrong: [
    422,
    'The proof of work does not match this venue or challenge. Try again.',
    'Het rekenbewijs past niet bij deze locatie of deze opdracht. Probeer het opnieuw.',
  ],
  proof_expired: [
    422,
    'The proof of work has expired. Try again.',
    'Het rekenbewijs is verlopen. Probeer het opnieuw.',
  ],
  proof_used: [
    422,
    'The proof of work was already used. Try again.',
    'Het rekenbewijs is al gebruikt. Probeer het opnieuw.',
  ],

  // Invoices
  invoice_not_found: [404, 'Unknown invoice.', 'Onbekende factuur.'],
  invoice_details_missing: [
    409,
    'The venue cannot issue invoices yet. Fill in its invoice details (`invoicing`) first: company, address and VAT number.',
    'Deze locatie kan nog geen facturen maken. Vul eerst de factuurgegevens (`invoicing`) in: bedrijf, adres en btw-nummer.',
  ],
  invoice_vat_missing: [
    409,
    'This booking was made without a VAT rate. If the venue charges no VAT, fill in the reason in its invoice details (`vat_exemption`).',
    'Deze boeking is gemaakt zonder btw-tarief. Rekent de locatie geen btw, vul dan de reden in bij de factuurgegevens (`vat_exemption`).',
  ],
  invoice_nothing: [
    409,
    'There is nothing to invoice: this booking is free, or everything was refunded.',
    'Er is niets te factureren: deze boeking is gratis of alles is terugbetaald.',
  ],
  invoice_exists: [
    409,
    'This booking already has an invoice with other details. Ask the venue to correct it.',
    'Deze boeking heeft al een factuur met andere gegevens. Vraag de locatie om die te corrigeren.',
  ],
  receipt_nothing: [
    409,
    'Nothing was paid for this booking yet.',
    'Er is voor deze boeking nog niets betaald.',
  ],
  guest_erased: [
    409,
    'The guest of this booking was erased, so no invoice can be issued for it.',
    'De gast van deze boeking is gewist. Er kan geen factuur meer voor worden gemaakt.',
  ],
} as const satisfies Failures;

export type BookingFailure = keyof typeof bookingFailures;
