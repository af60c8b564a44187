import type { ChangeLabels, SlotReasons } from '../nl/change.ts';

/** German texts of the pages where guests change their booking. */
export const labels: ChangeLabels = {
  change: 'Buchung ändern',
  until: (moment) => `Sie können Ihre Buchung bis ${moment} ändern.`,
  wasUntil: (moment) => `Sie konnten Ihre Buchung bis ${moment} ändern.`,
  oncePaid: (moment) => `Sobald Sie bezahlt haben, können Sie Ihre Buchung noch bis ${moment} ändern.`,
  changed: 'Ihre Buchung wurde geändert. Sie erhalten dazu auch eine E-Mail.',
  changedWord: 'Geändert',
  back: 'Zurück zum Ticket',
  party: 'Mit wie vielen Personen kommen Sie?',
  people: 'Anzahl der Personen',
  each: { piece: 'pro Stück', person: 'pro Person', booking: 'pro Buchung' },
  included: (name, price) => `${name} (${price}) gehört zu jeder Buchung.`,
  stays: (what) => `Nicht mehr im Angebot, bleibt aber in Ihrer Buchung: ${what}.`,
  day: 'Tag',
  show: 'Zeiten anzeigen',
  times: (day) => `Zeiten am ${day}`,
  noTimes: 'Keine Zeiten an diesem Tag.',
  weekBefore: 'Woche davor',
  weekAfter: 'Woche danach',
  own: 'Ihre aktuelle Zeit',
  left: (free) => `noch ${free} frei`,
  look: 'Wählen Sie eine Zeit, auch wenn sie gleich bleibt. Danach sehen Sie, was die Änderung kostet. Geändert wird erst, wenn Sie bestätigen.',
  notOffered: 'Diese Buchung lässt sich zurzeit nicht online ändern. Bitte wenden Sie sich an den Anbieter.',
  confirm: 'Stimmt diese Änderung?',
  again:
    'Ihre Änderung ist noch nicht erfolgt, weil sich inzwischen etwas geändert hat. Prüfen Sie die Angaben und bestätigen Sie noch einmal.',
  now: 'Jetzt',
  after: 'Nach der Änderung',
  samePrice: (price) => `Der Preis bleibt bei ${price}.`,
  otherPrice: (before, after) => `Der Preis ändert sich von ${before} auf ${after}.`,
  goesBack: (amount) =>
    `Sie erhalten ${amount} zurück. Es kann einige Werktage dauern, bis der Betrag auf Ihrem Konto eingeht.`,
  leftToPay: (amount) => `Vor Ort zahlen Sie noch ${amount}.`,
  payOnline: (amount) => `Die Differenz von ${amount} bezahlen Sie im nächsten Schritt online.`,
  payThere: (amount) => `Sie zahlen ${amount} vor Ort.`,
  cancelUntil: (moment) => `Nach dieser Änderung können Sie noch bis ${moment} stornieren.`,
  cancelNever: 'Nach dieser Änderung können Sie nicht mehr online stornieren.',
  agree: 'Ja, Buchung ändern',
  other: 'Etwas anderes wählen',
};

/** Why a slot cannot be chosen. */
export const reasons: SlotReasons = {
  blocked: 'nicht verfügbar',
  past: 'vorbei',
  notice: 'zu kurzfristig',
  too_far: 'noch nicht buchbar',
  overlap: 'nicht verfügbar',
  closed: 'geschlossen',
  room_taken: 'belegt',
  full: 'voll',
  add_on_gone: 'ein erforderliches Extra ist ausverkauft',
};
