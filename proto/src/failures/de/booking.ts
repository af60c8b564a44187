import type { BookingFailure } from '../booking.ts';

/** German texts of {@link bookingFailures}. */
export const booking: Record<BookingFailure, string> = {
  venue_not_suspended: 'Der Betrieb ist nicht gesperrt.',
  venue_deleted:
    'Der Betrieb ist gelöscht. Sie können die Daten ansehen und exportieren, aber nicht ändern. Der Betreiber kann den Betrieb wiederherstellen.',
  venue_has_bookings:
    'Der Betrieb hat noch Buchungen oder offene Angebote einer Warteliste: {count}. Stornieren Sie diese zuerst, oder warten Sie, bis sie vorbei sind.',
  venue_has_payments:
    'Zahlungen oder Erstattungen des Betriebs sind noch nicht abgeschlossen: {count}. Warten Sie, bis sie abgeschlossen sind, oder stornieren Sie die offenen Zahlungslinks.',
  venue_owes_guests:
    'Der Betrieb schuldet Gästen noch Geld, oder bei Zahlungen besteht Handlungsbedarf: {count}. Zahlen Sie das Geld zuerst zurück und erledigen Sie die Punkte unter „Handlungsbedarf“.',
  venue_not_live: 'Hier sind zurzeit keine Online-Buchungen möglich.',
  slot_unknown: 'Diese Zeit ist nicht (mehr) verfügbar. Wählen Sie eine andere Zeit.',
  outside_hours:
    'Diese Zeit liegt außerhalb der Öffnungszeiten. Wählen Sie einen anderen Beginn oder eine andere Dauer.',
  slot_past: 'Diese Zeit ist nicht mehr buchbar. Wählen Sie eine spätere Zeit.',
  slot_too_far: 'Diese Zeit ist noch nicht buchbar. Wählen Sie eine frühere Zeit.',
  slot_blocked: 'Diese Zeit ist gesperrt. Wählen Sie eine andere Zeit.',
  room_taken:
    'Diese Zeit ist belegt, weil eine andere Buchung denselben Raum nutzt. Wählen Sie eine andere Zeit.',
  waiting_list_off: 'Hier gibt es keine Warteliste.',
  waiting_not_needed: 'Es ist noch etwas frei: Sie können jetzt buchen.',
  waiting_list_full: 'Die Warteliste ist voll. Wählen Sie eine andere Zeit.',
  too_many_entries:
    'Sie stehen hier schon {limit} Mal auf der Warteliste. Melden Sie sich zuerst irgendwo ab.',
  waiting_not_found: 'Diesen Eintrag gibt es nicht auf der Warteliste.',
  offer_over: 'Dieses Angebot ist abgelaufen. Der Platz ist vielleicht an den nächsten Gast gegangen.',
  offer_open: 'Dieser Gast hat schon ein offenes Angebot. Warten Sie, bis es abgelaufen ist.',
  venue_day_full:
    'Dieser Betrieb nimmt heute keine Online-Buchungen mehr an. Versuchen Sie es morgen noch einmal oder wenden Sie sich an den Betrieb.',
  slot_full: 'Diese Zeit ist ausgebucht. Wählen Sie eine andere Zeit.',
  places_short:
    'Nicht genug Plätze: noch {free} frei. Buchen Sie für weniger Personen oder wählen Sie eine andere Zeit.',
  series_refused: '{reason} Das betrifft {date}. Es wurde nichts gebucht oder geändert.',
  series_too_far: 'Ein Termin kann höchstens {max} Tage in der Zukunft liegen. Wählen Sie weniger Termine.',
  series_code_full:
    'Mit diesem Code können Sie jetzt noch {left} Termine buchen. Wählen Sie weniger Termine oder stornieren Sie zuerst andere.',
  series_codes_full: 'Ein Betrieb kann höchstens {max} Codes für Serien haben. Beenden Sie zuerst einen.',
  series_too_long: 'Eine Serie hat höchstens {max} Termine. Wählen Sie ein früheres Ende.',
  moves_pending: 'Eine andere Liste mit einer dieser Buchungen läuft noch. Warten Sie, bis sie fertig ist.',
  people_too_few: 'Die Anzahl der Personen muss mindestens {min} sein.',
  people_too_many: 'Die Anzahl der Personen darf höchstens {max} sein.',
  guests_unknown: 'Unbekannte Gästekategorie „{key}“.',
  guests_too_few: '„{name}“: mindestens {min}.',
  guests_too_many: '„{name}“: höchstens {max}.',
  add_on_unknown: 'Unbekanntes Extra „{key}“.',
  add_on_too_few: '„{name}“: mindestens {min}.',
  add_on_too_many: '„{name}“: höchstens {max}.',
  add_on_gone:
    '„{name}“: zu dieser Zeit nur noch {left} verfügbar. Wählen Sie weniger oder eine andere Zeit.',
  extra_unknown: 'Unbekanntes Zusatzfeld „{key}“.',
  extra_required: '„{label}“ ist ein Pflichtfeld.',
  extra_invalid: '„{label}“ ist nicht richtig ausgefüllt.',
  extra_too_long: 'Ihre Antworten sind zu lang: zusammen höchstens {limit}. Kürzen Sie eine davon.',
  name_with_address: '„Name“ darf keine Webadresse enthalten.',
  redirect_refused:
    'Die redirect_url muss eine vollständige http(s)-URL auf einer Website dieses Betriebs sein. Der Betrieb kann die Website zu redirect_origins oder, wenn diese Einstellung leer ist, zu allowed_origins hinzufügen.',
  too_many_bookings:
    'Zu viele Buchungen über diese Internetverbindung: höchstens {limit} pro Stunde. Versuchen Sie es später noch einmal.',
  idempotency_mismatch:
    'Dies wurde schon mit anderen Angaben gesendet und war vielleicht erfolgreich. Sehen Sie in Ihren E-Mails nach, bevor Sie es noch einmal versuchen.',
  idempotency_in_progress:
    'Eine Anfrage mit diesem Idempotency-Key wird noch bearbeitet. Versuchen Sie es gleich noch einmal.',
  booking_unpaid: 'Diese Buchung ist noch nicht bezahlt.',
  booking_confirmed: 'Diese Buchung ist bestätigt.',
  booking_expired: 'Diese Buchung ist abgelaufen: Sie wurde nicht rechtzeitig bezahlt.',
  booking_cancelled: 'Diese Buchung wurde storniert.',
  booking_checked_in: 'Dieser Gast ist bereits eingecheckt.',
  booking_no_show: 'Dieser Gast ist als No-Show markiert.',
  not_begun: 'Diese Buchung hat noch nicht begonnen, der Gast kann also noch kommen.',
  check_in_too_early: 'Der Check-in für diese Buchung ist ab {from} möglich.',
  booking_changed:
    'Jemand anderes hat diese Buchung gerade geändert. Prüfen Sie die Buchung und versuchen Sie es noch einmal.',
  message_nobody: 'Kein Gast dieser Besuche hat eine E-Mail-Adresse.',
  message_too_many:
    'Diese Nachricht ginge an {count} Personen, möglich sind höchstens {max}. Wählen Sie weniger Besuche.',
  messages_today:
    'Ihr Betrieb hat innerhalb eines Tages {max} Nachrichten gesendet. Versuchen Sie es morgen erneut.',
  history_full:
    'Der Verlauf dieser Buchung ist voll ({limit} Einträge), daher ist diese Änderung nicht mehr möglich.',
  cancel_too_late: 'Eine Stornierung war bis {until} möglich. Wenden Sie sich bitte an den Anbieter.',
  change_off: 'Diese Buchung lässt sich nicht online ändern. Wenden Sie sich bitte an den Anbieter.',
  change_too_late: 'Eine Änderung war bis {until} möglich. Wenden Sie sich bitte an den Anbieter.',
  change_none: 'So ist es schon gebucht. Ändern Sie zuerst etwas.',
  change_crowded:
    'Über Ihr Netzwerk sind hier schon viele Plätze gebucht. Buchen Sie die zusätzlichen Plätze als neue Buchung oder wenden Sie sich an den Anbieter.',
  refund_changed:
    'Ihre Rückerstattung ist jetzt niedriger als beim Öffnen dieser Seite. Prüfen Sie den Betrag und bestätigen Sie noch einmal.',
  too_many_holds:
    'Dieser Gast oder diese Internetverbindung hat zu viele unbezahlte Buchungen. Bezahlen oder stornieren Sie eine davon oder versuchen Sie es noch einmal, wenn eine abgelaufen ist.',
  too_many_coming:
    'Dieser Gast oder diese Internetverbindung hat hier die Höchstzahl künftiger Online-Buchungen erreicht. Stornieren Sie eine davon oder wenden Sie sich an den Anbieter.',
  quote_over:
    'Der Preis hat sich geändert und beträgt jetzt {price}. Prüfen Sie ihn und buchen Sie noch einmal.',
  quote_wrong:
    'Das Preisangebot gilt nicht für diese Buchung. Der Preis beträgt {price}. Fordern Sie ein neues Preisangebot an.',
  proof_missing:
    'Zurzeit wird hier geprüft, ob Buchungen aus einem Browser kommen. Laden Sie die Seite neu (über https) oder wenden Sie sich an den Anbieter.',
  proof_needed:
    'Über Ihr Netzwerk sind hier schon viele Plätze gebucht. Deshalb muss Ihr Browser zuerst kurz rechnen. Laden Sie die Seite über https neu und versuchen Sie es noch einmal. Oder nutzen Sie eine andere Internetverbindung oder wenden Sie sich an den Anbieter.',
  proof_wrong:
    'Der Rechennachweis passt nicht zu diesem Betrieb oder zu dieser Aufgabe. Versuchen Sie es noch einmal.',
  proof_expired: 'Der Rechennachweis ist abgelaufen. Versuchen Sie es noch einmal.',
  proof_used: 'Der Rechennachweis wurde schon verwendet. Versuchen Sie es noch einmal.',
  invoice_not_found: 'Unbekannte Rechnung.',
  invoice_details_missing:
    'Der Betrieb kann noch keine Rechnungen ausstellen. Füllen Sie zuerst die Rechnungsangaben (`invoicing`) aus: Firma, Anschrift und USt-IdNr.',
  invoice_vat_missing:
    'Diese Buchung hat keinen MwSt.-Satz. Wenn der Betrieb keine MwSt. berechnet, geben Sie den Grund in den Rechnungsangaben an (`vat_exemption`).',
  invoice_nothing: 'Es gibt nichts abzurechnen: Diese Buchung ist kostenlos, oder alles wurde erstattet.',
  invoice_exists:
    'Für diese Buchung gibt es schon eine Rechnung mit anderen Angaben. Bitten Sie den Betrieb, sie zu korrigieren.',
  receipt_nothing: 'Für diese Buchung wurde noch nichts bezahlt.',
  guest_erased:
    'Der Gast dieser Buchung wurde gelöscht. Für sie kann keine Rechnung mehr ausgestellt werden.',
};
