import type { waiting as en } from '../en/waiting.ts';

export const waiting: typeof en = {
  list: 'Liste d’attente',
  on: 'Les clients peuvent s’inscrire sur une liste d’attente quand un horaire ou un jour est complet',
  minutes: 'Minutes pour répondre à une offre',
  off: 'Il n’y a pas de liste d’attente.',
  offers: (span) =>
    `Une place qui se libère est gardée ${span} pour le premier client à qui elle convient, moins longtemps juste avant le début.`,
  people: (count) => (count < 2 ? `${count} personne` : `${count} personnes`),
  since: (moment) => `Depuis le ${moment}`,
  anyTime: 'N’importe quel horaire du jour',
  status: { unconfirmed: 'Pas encore confirmé', waiting: 'En attente', offered: 'A une offre' },
  until: (time) => `Offre jusqu’à ${time}`,
  untilAt: (time, slot) => `Offre pour ${slot}, jusqu’à ${time}`,
  passed: {
    places_short: 'Non retenu : trop peu de places.',
    add_on_gone: 'Non retenu : un extra est épuisé.',
    party_not_allowed: 'Non retenu : la prestation n’accepte plus un tel groupe.',
    offer_open: 'Non retenu : a une autre offre en cours.',
  },
  offer: 'Proposer maintenant',
  offerTo: (name) => `Proposer maintenant : ${name}`,
  offered: (name) => `${name} reçoit l’offre par e-mail.`,
  remove: 'Retirer',
  removeOf: (name) => `Retirer : ${name}`,
  removeTitle: (name) => `Retirer ${name} de la liste d’attente ?`,
  removeMore:
    'Une offre en cours prend fin, et ses places vont au client suivant. Le client ne reçoit pas d’e-mail.',
  removed: (name) => `${name} n’est plus sur la liste d’attente.`,
  more: 'Seuls les 100 premiers clients figurent ici.',
};
