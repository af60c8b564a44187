import type { Failures } from './shape.ts';

/** Why something is not booked, and what can not be done with a booking. */
export const bookingFailures = {
  // Booking
  venue_not_live: [
    422,
    'This venue does not take online bookings yet.',
    'Deze locatie neemt nog geen online boekingen aan.',
  ],
  slot_unknown: [
    422,
    'This time is not offered (any more). Choose another one.',
    'Deze tijd bestaat niet (meer). Kies een andere.',
  ],
  slot_past: [422, 'This time can no longer be booked.', 'Deze tijd kun je niet meer boeken.'],
  slot_too_far: [422, 'This time cannot be booked yet.', 'Deze tijd kun je nog niet boeken.'],
  slot_blocked: [422, 'This time is blocked.', 'Deze tijd is geblokkeerd.'],
  room_taken: [
    422,
    'This time is taken: another booking has the room that it needs.',
    'Deze tijd is bezet: een andere boeking heeft de ruimte die ervoor nodig is.',
  ],
  slot_full: [422, 'This time is full.', 'Deze tijd is vol.'],
  places_short: [422, 'Not enough places: {free} left.', 'Niet genoeg plaatsen: nog {free} vrij.'],
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
  guests_unknown: [422, 'Unknown category of guests "{key}".', 'Onbekende soort gasten "{key}".'],
  guests_too_few: [422, '"{name}": at least {min}.', '‘{name}’: minstens {min}.'],
  guests_too_many: [422, '"{name}": at most {max}.', '‘{name}’: hooguit {max}.'],
  add_on_unknown: [422, 'Unknown add-on "{key}".', 'Onbekende extra "{key}".'],
  add_on_too_few: [422, '"{name}": at least {min}.', '‘{name}’: minstens {min}.'],
  add_on_too_many: [422, '"{name}": at most {max}.', '‘{name}’: hooguit {max}.'],
  add_on_gone: [
    422,
    '"{name}": {left} left at this time. Take fewer, or choose another time.',
    '‘{name}’: op dit tijdstip nog {left}. Neem er minder of kies een andere tijd.',
  ],
  extra_unknown: [422, 'Unknown extra field "{key}".', 'Onbekend extra veld "{key}".'],
  extra_required: [422, '"{label}" is required.', '"{label}" is verplicht.'],
  extra_invalid: [422, '"{label}" is not filled in correctly.', '"{label}" is niet goed ingevuld.'],
  extra_too_long: [
    422,
    'Your answers are too long together: at most {limit}. Shorten one of them.',
    'Je antwoorden zijn samen te lang: hooguit {limit}. Kort er een in.',
  ],
  name_with_address: [422, '"Name" must not contain a web address.', '"Naam" mag geen webadres bevatten.'],
  redirect_refused: [
    422,
    'The redirect_url must be an absolute http(s) address on a website of this venue. The venue adds a website to its redirect_origins or, if those are empty, to its allowed_origins.',
    'De redirect_url moet een volledig http(s)-adres zijn op een website van deze locatie. De locatie voegt een website toe aan redirect_origins of, als die leeg is, aan allowed_origins.',
  ],
  too_many_bookings: [
    429,
    'Too many bookings from this internet connection: at most {limit} an hour. Try again later.',
    'Te veel boekingen vanaf deze internetverbinding: hooguit {limit} per uur. Probeer het later opnieuw.',
  ],
  idempotency_mismatch: [
    422,
    'This was sent before with other details. It may have worked: check that, in your e-mail for example, before you try again.',
    'Dit is al eens verstuurd, met andere gegevens. Misschien is het gelukt: kijk dat na, bijvoorbeeld in je mail, voordat je het opnieuw probeert.',
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
    'This booking has expired: it was not paid in time.',
    'Deze boeking is verlopen: er is niet op tijd betaald.',
  ],
  booking_cancelled: [409, 'This booking was cancelled.', 'Deze boeking is geannuleerd.'],
  booking_checked_in: [409, 'This guest is already checked in.', 'Deze gast is al ingecheckt.'],
  booking_no_show: [
    409,
    'It was noted that this guest did not come.',
    'Bij deze gast is genoteerd dat die niet is gekomen.',
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
  booking_changed: [
    409,
    'Somebody else has just changed this booking. Look at it again.',
    'Iemand anders heeft deze boeking net gewijzigd. Bekijk die opnieuw.',
  ],
  history_full: [
    409,
    'The history of this booking is full ({limit} lines): it cannot be changed in this way any more.',
    'De geschiedenis van deze boeking is vol ({limit} regels): je kunt die zo niet meer wijzigen.',
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
    'That is how it is booked already. Choose something else.',
    'Zo staat de boeking er al. Kies iets anders.',
  ],
  change_crowded: [
    422,
    'Many places here are booked from your network. Book the extra places as a new booking, or contact the venue.',
    'Er wordt hier veel geboekt vanaf jouw netwerk. Boek de extra plaatsen als nieuwe boeking, of neem contact op met de locatie.',
    'proof_missing',
  ],
  refund_changed: [
    409,
    'What you get back has become less since you opened this page. Look at the amount, and confirm once more.',
    'Wat je terugkrijgt is minder geworden sinds je deze pagina opende. Bekijk het bedrag en bevestig het nog een keer.',
  ],
  too_many_holds: [
    429,
    'This guest, or this internet connection, already has unpaid bookings. Pay or cancel one of them, or try again once it has expired.',
    'Van deze gast of deze internetverbinding staan nog onbetaalde boekingen open. Betaal of annuleer er een, of probeer het opnieuw als er een verlopen is.',
  ],

  too_many_coming: [
    429,
    'This guest, or this internet connection, already has as many upcoming bookings as this venue takes online. Cancel one of them, or contact the venue.',
    'Van deze gast of deze internetverbinding zijn er al zoveel komende boekingen als online mogelijk is. Annuleer er een of neem contact op met de locatie.',
  ],

  quote_over: [
    422,
    'The price that you were told no longer holds. Now it is {price}.',
    'De prijs die je zag, geldt niet meer. Nu is het {price}.',
  ],
  quote_wrong: [
    422,
    'The quote is not for this booking, or was not made here. The price is {price}.',
    'De prijsopgave is niet voor deze boeking of niet van ons. De prijs is {price}.',
  ],

  proof_missing: [
    422,
    'This venue currently checks that bookings come from a browser. Load the page again (over https), or contact the venue.',
    'Deze locatie controleert nu of een boeking uit een browser komt. Laad de pagina opnieuw (via https) of neem contact op met de locatie.',
  ],
  proof_needed: [
    422,
    'Many places here are booked from your network, so your browser has to do a short calculation first. Reload the page over https and try again. Or use another internet connection, or contact the venue.',
    'Er wordt hier veel geboekt vanaf jouw netwerk. Daarom moet je browser eerst even rekenen. Laad de pagina opnieuw via https en probeer het nog eens. Of gebruik een andere internetverbinding, of neem contact op met de locatie.',
    'proof_missing',
  ],
  proof_wrong: [
    422,
    'The proof of work does not fit this venue or this challenge. Try again.',
    'Het rekenbewijs past niet bij deze locatie of deze opdracht. Probeer het opnieuw.',
  ],
  proof_expired: [
    422,
    'The proof of work has expired. Try again.',
    'Het rekenbewijs is verlopen. Probeer het opnieuw.',
  ],
  proof_used: [
    422,
    'The proof of work was used for another try. Try again.',
    'Het rekenbewijs is al gebruikt voor een eerdere poging. Probeer het opnieuw.',
  ],
} as const satisfies Failures;
