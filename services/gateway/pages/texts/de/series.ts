import type { SeriesTexts } from '../nl/series.ts';

/** German texts of the page where guests with a code book a series. */
export const de: SeriesTexts = {
  title: 'Serie buchen',
  intro:
    'Sie buchen alle paar Wochen dieselbe Uhrzeit. Mit diesem Code können Sie jetzt noch {left} Termine buchen.',
  noneLeft:
    'Alle Termine dieses Codes sind gebucht. Sie können wieder buchen, sobald Termine vorbei oder storniert sind.',
  repeat: 'Wie oft?',
  weeks: 'Alle … Wochen',
  count: 'Anzahl der Termine',
  first:
    'Wählen Sie den ersten Tag und die Uhrzeit. Danach sehen Sie alle Termine. Noch wird nichts gebucht.',
  back: 'Etwas anderes wählen',
  dates: 'Die Termine',
  datesMore:
    'Lassen Sie Termine weg oder wählen Sie eine andere Uhrzeit. Sie buchen alle auf einmal oder keinen.',
  skip: 'Diesen Termin auslassen',
  total: 'Summe der freien Termine',
  payThere: 'Sie zahlen vor Ort.',
  name: 'Ihr Name',
  email: 'E-Mail-Adresse',
  book: 'Diese Termine buchen',
  booked: 'Ihre Serie ist gebucht',
  bookedMore:
    'Sie erhalten eine E-Mail mit dem Ticket jedes Termins. Auf dem Ticket können Sie den Termin stornieren.',
};
