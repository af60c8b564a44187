import type { message as en } from '../en/message.ts';

export const message: typeof en = {
  open: 'Gasten mailen',
  title: 'Bericht aan gasten',
  more: 'Elke gast krijgt één mail. Wie geannuleerd heeft, krijgt er geen.',
  facility: 'Faciliteit',
  all: 'Alle faciliteiten',
  visits: 'Bezoeken',
  upcoming: 'Alle komende bezoeken',
  notOver: 'Alleen gasten die nog niet weg zijn',
  subject: 'Onderwerp',
  body: 'Bericht',
  hint: 'Je tekst staat onder de naam van je locatie, boven de boeking. Je kunt {day}, {time} en {facility} gebruiken.',
  preview: 'Voorbeeld bekijken',
  goesTo: (count) => (count === 1 ? 'Het gaat naar 1 persoon.' : `Het gaat naar ${count} personen.`),
  without: (count) =>
    count === 1 ? '1 boeking heeft geen e-mailadres.' : `${count} boekingen hebben geen e-mailadres.`,
  tooMany: (most) => `Hooguit ${most} personen kan. Kies minder bezoeken.`,
  send: (count) => (count === 1 ? 'Verstuur aan 1 persoon' : `Verstuur aan ${count} personen`),
  sent: (count) =>
    count === 1 ? 'Het bericht gaat naar 1 persoon.' : `Het bericht gaat naar ${count} personen.`,
};
