import type { message as en } from '../en/message.ts';

export const message: typeof en = {
  open: 'Gäste anschreiben',
  title: 'Nachricht an Gäste',
  more: 'Jeder Gast erhält eine E-Mail. Wer storniert hat, erhält keine.',
  facility: 'Angebot',
  all: 'Alle Angebote',
  visits: 'Besuche',
  upcoming: 'Alle kommenden Besuche',
  notOver: 'Nur Gäste, die noch nicht gegangen sind',
  subject: 'Betreff',
  body: 'Nachricht',
  hint: 'Ihr Text steht unter dem Namen Ihres Betriebs, über der Buchung. Sie können {day}, {time} und {facility} verwenden.',
  preview: 'Vorschau ansehen',
  goesTo: (count) => (count === 1 ? 'Sie geht an 1 Person.' : `Sie geht an ${count} Personen.`),
  without: (count) =>
    count === 1 ? '1 Buchung hat keine E-Mail-Adresse.' : `${count} Buchungen haben keine E-Mail-Adresse.`,
  tooMany: (most) => `Möglich sind höchstens ${most} Personen. Wählen Sie weniger Besuche.`,
  send: (count) => (count === 1 ? 'An 1 Person senden' : `An ${count} Personen senden`),
  sent: (count) =>
    count === 1 ? 'Die Nachricht geht an 1 Person.' : `Die Nachricht geht an ${count} Personen.`,
};
