import type { RequestFailure } from '../request.ts';

/** German texts of {@link requestFailures}. */
export const request: Record<RequestFailure, string> = {
  malformed_json: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  invalid_request: 'Ungültige Anfrage: {detail}.',
  range_reversed: '`to` darf nicht vor `from` liegen.',
  range_too_long: 'Der Zeitraum hat zu viele Tage: höchstens {days}.',
  body_too_large: 'Der Inhalt der Anfrage ist größer als {limit}.',
  not_json: 'Senden Sie den Inhalt als application/json in UTF-8.',
  path_unknown: 'Unter dieser URL gibt es nichts. Prüfen Sie den Pfad.',
  method_not_allowed: 'Diese URL akzeptiert nur {methods}.',
  validation: '{detail}.',
  nothing_to_change: 'Senden Sie mindestens ein Feld, das geändert werden soll.',
  too_many_requests:
    'Zu viele Anfragen von dieser Adresse. Versuchen Sie es in {retryAfterSeconds} s noch einmal.',
  too_many_wrong_tokens:
    'Zu viele falsche Tokens von dieser Adresse. Prüfen Sie das Token und versuchen Sie es in {retryAfterSeconds} s noch einmal.',
  too_many_streams: 'Es sind zu viele Live-Verbindungen offen: höchstens {limit}. Schließen Sie eine davon.',
  busy: 'Hier ist gerade sehr viel los. Versuchen Sie es gleich noch einmal.',
  venue_missing: 'Kein Betrieb angegeben. Senden Sie seinen Slug im Header X-Tenant.',
  venue_unknown:
    'Die Online-Buchung funktioniert hier nicht: Der Betrieb „{venue}“ ist unbekannt. Wenden Sie sich direkt an den Betrieb.',
  origin_refused:
    'Die Website {origin} ist für diesen Betrieb nicht zugelassen. Der Betrieb kann sie zu allowed_origins hinzufügen.',
  unauthorized:
    'Nicht angemeldet. Melden Sie sich an oder senden Sie ein gültiges Token als `Authorization: Bearer <token>`.',
  operator_only: 'Das darf nur der Betreiber der Plattform.',
  admin_only: 'Das darf nur ein Betreiber der Plattform mit der Rolle Admin.',
  visit_required:
    'Geben Sie zuerst einen Grund an, den die Inhaber des Betriebs lesen: POST /api/admin/venues/{slug}/visits.',
  passkey_required:
    'Betreiber brauchen hier einen Passkey. Melden Sie sich mit Ihrem Passkey an. Wenn Sie noch keinen haben, fügen Sie zuerst auf der Seite „Passkeys“ einen hinzu.',
  owner_only: 'Das darf nur ein Inhaber des Betriebs.',
  session_only: 'Dafür ist ein angemeldeter Browser nötig. Ein Token hat keine Sitzung.',
  person_only: 'Nur Personen haben Passkeys. Der Betreiber der Plattform meldet sich mit dem Token an.',
  passkey_refused:
    'Mit diesem Passkey können Sie sich hier nicht anmelden. Versuchen Sie es noch einmal oder melden Sie sich per E-Mail an.',
  oidc_off: 'Die Anmeldung über einen Identitätsanbieter ist aus. Melden Sie sich per E-Mail an.',
  oidc_expired:
    'Diese Anmeldung wurde schon benutzt, dauerte länger als {minutes} Minuten oder begann in einem anderen Browser. Beginnen Sie noch einmal.',
  oidc_failed:
    'Die Anmeldung mit {name} konnte nicht überprüft werden. Beginnen Sie noch einmal oder melden Sie sich per E-Mail an.',
  oidc_refused:
    'Mit diesem Konto von {name} können Sie sich hier nicht anmelden: Die E-Mail-Adresse ist nicht bestätigt oder hat keinen Zugang. Bitten Sie einen Inhaber Ihres Betriebs, Sie hinzuzufügen.',
  oidc_unavailable:
    '{name} antwortet gerade nicht. Versuchen Sie es gleich noch einmal oder melden Sie sich per E-Mail an.',
  sign_in_again: 'Melden Sie sich dafür erneut an: Ihre Anmeldung liegt mehr als {minutes} Minuten zurück.',
  foreign_origin: 'Ein angemeldeter Browser darf dies nur von {origin} senden.',
  operator_token_wrong:
    'Das ist nicht das Token des Betreibers. Prüfen Sie es und versuchen Sie es noch einmal.',
  other_browser:
    'Öffnen Sie diesen Link in dem Browser, in dem Sie ihn angefordert haben, oder fordern Sie hier einen neuen an.',
  link_over:
    'Dieser Link funktioniert nicht mehr, weil er schon benutzt wurde oder abgelaufen ist. Fordern Sie einen neuen an.',
  venue_not_found: 'Unbekannter Betrieb.',
  room_not_found: 'Unbekannter Raum.',
  facility_not_found: 'Unbekanntes Angebot.',
  slot_not_found: 'Unbekannte Zeit.',
  block_not_found: 'Unbekannte Sperre.',
  ticket_not_found: 'Unbekanntes Ticket.',
  ticket_expired:
    'Dieser Link ist {months} Monate nach dem Besuch abgelaufen. Wenden Sie sich an den Anbieter, wenn Sie noch etwas benötigen.',
  exception_not_found: 'An diesem Tag gelten keine abweichenden Öffnungszeiten.',
  booking_not_found: 'Unbekannte Buchung.',
  moves_not_found: 'Unbekannte Liste.',
  series_not_found: 'Unbekannte Serie.',
  series_code_not_found: 'Dieser Code ist unbekannt oder beendet. Bitten Sie den Betrieb um einen anderen.',
  person_not_found: 'Unbekannte Person.',
  operator_not_found: 'Unbekannter Betreiber.',
  passkey_not_found: 'Unbekannter Passkey.',
  session_not_found: 'Unbekannte Sitzung.',
  token_not_found: 'Unbekanntes Token.',
  webhook_not_found: 'Unbekannter Webhook.',
  delivery_not_found: 'Unbekannte Zustellung.',
  feed_not_found: 'Unbekannter Kalender-Feed.',
  payment_account_not_found: 'Mit diesem Betrieb ist kein Zahlungsdienst verknüpft.',
  pay_link_not_found: 'Unbekannter Zahlungslink.',
  attention_not_found: 'Unbekannter Eintrag unter Handlungsbedarf.',
  dead_letter_not_found: 'Unbekannte nicht verarbeitete Nachricht.',
  plan_not_found: 'Unbekannter Tarif.',
  plan_in_use:
    'Es gibt Betriebe mit dem Tarif „{plan}“, oder er ist der Tarif neuer Betriebe. Geben Sie diesen Betrieben zuerst einen anderen Tarif.',
  plan_limit:
    'Ihr Tarif umfasst höchstens {limit} {what}. Bitten Sie den Betreiber der Plattform um einen größeren Tarif.',
  plan_feature:
    '{what} gehören nicht zu Ihrem Tarif. Bitten Sie den Betreiber der Plattform um einen größeren Tarif.',
  invitation_not_found: 'Unbekannte Einladung.',
  sign_up_closed:
    'Hier können Sie sich nicht selbst registrieren. Bitten Sie den Betreiber der Plattform um eine Einladung.',
  too_many_venues:
    'Sie haben mit dieser Adresse {limit} Betriebe registriert, das ist das Maximum. Bitten Sie den Betreiber der Plattform um mehr.',
  slug_taken: 'Der Slug „{slug}“ ist vergeben. Wählen Sie einen anderen.',
  domain_taken: 'Die Domain {domain} gehört zu einem anderen Betrieb.',
  last_admin:
    'Die Plattform braucht einen Betreiber mit der Rolle Admin. Geben Sie diese Rolle zuerst einer anderen Person.',
  last_owner: 'Der Betrieb braucht einen Inhaber. Machen Sie zuerst eine andere Person zum Inhaber.',
  room_in_use: 'Das Angebot {facility} nutzt diesen Raum. Entfernen Sie ihn zuerst dort.',
  image_not_found: 'Unbekanntes Bild.',
  images_away: 'Bilder lassen sich zurzeit nicht laden. Versuchen Sie es gleich noch einmal.',
  image_in_use:
    'Ein Angebot, ein Extra oder das Erscheinungsbild verwendet dieses Bild. Entfernen Sie es zuerst dort.',
  image_type_refused:
    'Dieser Bildtyp wird nicht unterstützt. Senden Sie ein JPEG, PNG, WebP oder AVIF ohne Animation.',
  image_too_many_pixels:
    'Dieses Bild hat zu viele Pixel: höchstens {megapixels} Millionen. Verkleinern Sie es zuerst.',
  image_unreadable:
    'Dieses Bild lässt sich nicht lesen, weil die Datei beschädigt oder kein Bild ist. Speichern Sie es neu und versuchen Sie es noch einmal.',
  image_too_slow:
    'Das Lesen dieses Bildes dauert zu lange. Speichern Sie es neu, zum Beispiel als JPEG, und versuchen Sie es in einer Minute noch einmal.',
  too_many_images: 'Ein Betrieb kann höchstens {limit} Bilder haben. Entfernen Sie zuerst einige.',
  dead_letter_again: 'Die Nachricht ist erneut fehlgeschlagen und bleibt auf der Liste: {reason}.',
  domain_unproven:
    'Um {domain} zu verwenden, setzen Sie einen DNS-TXT-Eintrag bei {record} mit dem Wert „{value}“ und senden Sie dies noch einmal.',
  placeholder_unknown: '{field}: unbekannter Platzhalter {placeholder}. Verwenden Sie {known}.',
  link_foreign:
    '{field}: {link} liegt nicht auf einer Website des Betriebs. Fügen Sie die Website oder die Domain in den Einstellungen des Betriebs hinzu oder bitten Sie den Betreiber der Plattform, dem Betrieb zu vertrauen.',
  hours_outside_day:
    'Öffnungszeiten müssen innerhalb eines Buchungstags liegen, der um {dayStart} Uhr beginnt.',
  hours_too_close:
    'Saison {season}, Wochentag {day}: {second} beginnt zu früh nach {first}, das mit der Pause bis {until} dauert.',
  day_hours_too_close: '{date}: {second} beginnt zu früh nach {first}, das mit der Pause bis {until} dauert.',
  too_many_exceptions:
    'Ein Angebot kann höchstens {limit} Tage mit abweichenden Öffnungszeiten haben. Setzen Sie zuerst einige davon auf die Wochenzeiten zurück.',
  bookings_met:
    'Dies betrifft künftige Buchungen ({count}): {bookings}. Senden Sie es mit `force`, um es trotzdem zu tun. Die Buchungen bleiben gültig, und ihr Verlauf vermerkt die Änderung.',
  blocked_elsewhere:
    'Für diese Zeit gilt eine Sperre des ganzen Betriebs oder eines Raums. Heben Sie diese Sperre auf.',
  zone_meets_bookings:
    'Die neue Zeitzone ändert die Zeit künftiger Buchungen ({count}): {bookings}. Senden Sie es noch einmal mit `keep`: `clock` verschiebt sie, sodass ihre Uhrzeit gleich bleibt; bei `instant` bleibt der Zeitpunkt gleich, und die Gäste werden über die neue Uhrzeit informiert.',
  clock_times_clash:
    'Diese Buchungen können ihre Uhrzeit nicht behalten, weil sich dann zwei überschneiden: {times}. Dort wird die Uhr umgestellt. Verschieben Sie zuerst eine davon oder behalten Sie den Zeitpunkt bei. Es wurde nichts geändert.',
  import_not_found:
    'Diesen Import gibt es nicht, oder er hat diesen Teil nicht. Beginnen Sie zuerst den Import.',
  import_incomplete:
    'Als Nächstes folgt Teil {part} des Archivs. Senden Sie die Teile der Reihe nach und schließen Sie den Import nach dem letzten ab.',
  imported_before: 'Dieses Archiv wurde bereits als {slug} importiert.',
  archive_refused: 'Das Archiv wird abgelehnt: {detail}.',
  export_too_large: 'Dieser Betrieb ist zu groß für ein Archiv: {detail}.',
  not_in_force:
    'Gespeichert, aber noch nicht überall wirksam. Das geschieht, sobald alle Dienste wieder antworten.',
  unavailable: 'Vorübergehend nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  timeout: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
  internal: 'Bei uns ist ein Fehler aufgetreten. Versuchen Sie es später noch einmal.',
};
