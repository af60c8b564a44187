import type { addOns as en } from '../../en/facilities/addOns.ts';

export const addOns: typeof en = {
  addOns: 'Suppléments',
  noAddOns: 'Ajoutez des suppléments que les clients peuvent réserver, comme des serviettes ou des boissons.',
  addOnsHint:
    'Les clients choisissent les suppléments en réservant. Les règles de prix et le montant minimum ne modifient pas ces prix.',
  newAddOn: 'Nouveau supplément',
  addAddOn: 'Ajouter un supplément',
  addImage: 'Ajouter une image',
  change: 'Modifier',
  remove: 'Supprimer',
  imageOf: (name) => `image de ${name}`,
  eur: 'Prix, en euros',
  per: 'Le prix s’entend',
  perPiece: 'par unité',
  perPerson: 'par personne',
  perBooking: 'par réservation',
  max: 'Maximum par réservation',
  maxHint: 'Vide : jusqu’à 1 000.',
  stockPer: 'Stock',
  stockNone: 'illimité',
  stockSlot: 'limité par créneau',
  stockDay: 'limité par jour',
  stock: 'Nombre disponible',
  required: 'Obligatoire : compris dans chaque réservation, donc dans chaque prix',
  requiredPiece: 'Obligatoire : au moins un par réservation, donc dans chaque prix',
};
