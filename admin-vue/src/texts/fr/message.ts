import type { message as en } from '../en/message.ts';

export const message: typeof en = {
  open: 'Écrire aux clients',
  title: 'Message aux clients',
  more: 'Chaque client reçoit un seul e-mail. Ceux qui ont annulé n’en reçoivent pas.',
  facility: 'Prestation',
  all: 'Toutes les prestations',
  visits: 'Visites',
  upcoming: 'Toutes les visites à venir',
  notOver: 'Seulement les clients qui ne sont pas encore partis',
  subject: 'Objet',
  body: 'Texte du message',
  hint: 'Votre texte figure sous le nom de votre établissement, au-dessus de la réservation. Vous pouvez utiliser {day}, {time} et {facility}.',
  preview: 'Voir l’aperçu',
  goesTo: (count) =>
    count < 2 ? `Il est envoyé à ${count} personne.` : `Il est envoyé à ${count} personnes.`,
  without: (count) =>
    count < 2
      ? `${count} réservation n’a pas d’adresse e-mail.`
      : `${count} réservations n’ont pas d’adresse e-mail.`,
  tooMany: (most) => `${most} personnes au plus sont possibles. Choisissez moins de visites.`,
  send: (count) => (count < 2 ? `Envoyer à ${count} personne` : `Envoyer à ${count} personnes`),
  sent: (count) =>
    count < 2 ? `Le message est envoyé à ${count} personne.` : `Le message est envoyé à ${count} personnes.`,
};
