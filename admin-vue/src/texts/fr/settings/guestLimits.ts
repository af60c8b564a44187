import type { guestLimits as en } from '../../en/settings/guestLimits.ts';

export const guestLimits: typeof en = {
  limits: 'Protection contre un client qui prendrait toutes les places',
  more: 'Les clients qui partagent un réseau, comme un bureau ou un opérateur mobile, peuvent toujours réserver tant qu’il y a des places. Quand un réseau ou un client réserve beaucoup de places, le navigateur du client fait un court calcul avant chaque nouvelle réservation. Cela prend quelques secondes. Un programme qui tente de prendre toutes les places doit calculer pour chacune d’elles.',
  last: (days) => `${days} derniers jours`,
  brought: 'Réservations avec un calcul',
  asked: 'Requêtes sans calcul',
  byCap: 'Requêtes refusées par vos propres limites',
  byHour: 'Requêtes refusées : plus de 20 réservations par heure depuis une connexion',
  always: 'Toujours exiger le calcul',
  alwaysMore:
    'Activez ceci tant que quelqu’un prend des places depuis de nombreux réseaux. Les clients ont alors besoin d’une page en https et d’un widget à jour.',
  caps: 'Vos propres limites',
  capsMore:
    'Une limite refuse des clients même s’il reste des places, et les clients d’un même bureau ou opérateur la partagent. Les réservations payées en ligne et celles de l’accueil ne comptent pas.',
  noLimit: 'Vide : sans limite.',
  max_open_holds_per_email: 'Réservations impayées en même temps, par adresse e-mail',
  max_open_holds_per_address: 'Réservations impayées en même temps, par connexion internet',
  max_open_holds_per_network: 'Réservations impayées en même temps, par réseau',
  max_coming_bookings_per_email: 'Réservations à venir sans paiement, par adresse e-mail',
  max_coming_bookings_per_address: 'Réservations à venir sans paiement, par connexion internet',
  max_coming_bookings_per_network: 'Réservations à venir sans paiement, par réseau',
};
