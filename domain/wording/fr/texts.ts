import type { Texts } from '../nl/texts.ts';

/** French texts of prices and bookings. No-break spaces precede `:`, `;`, `!` and `?`. */
export const fr: Texts = {
  labels: {
    when: 'Quand',
    people: 'Personnes',
    addOns: 'Suppléments',
    amount: 'Montant',
    payNow: 'À payer maintenant',
    payLater: 'Plus tard, sur place',
    payLaterOnline: 'Plus tard, en ligne',
    payBy: 'À payer avant le',
    number: 'Numéro de réservation',
    name: 'Nom',
    phone: 'Téléphone',
    email: 'E-mail',
    terms: 'Conditions générales',
    noInvoice: 'Ce document n’est pas une facture. Pour en obtenir une, adressez-vous à l’établissement.',
    oncePaidNever: 'Une fois payée, cette réservation ne pourra plus être annulée en ligne.',
  },
  lines: {
    person: 'Par personne',
    booking: 'Par réservation',
    party: (people) => (people < 2 ? `${people} personne` : `${people} personnes`),
    more: 'Personne supplémentaire',
    minimum: 'Montant minimum',
  },
  credit: {
    correction: (invoice) => `Correction de la facture ${invoice}`,
    price: (invoice) => `Prix modifié de la facture ${invoice}`,
    refund: (invoice) => `Remboursement sur la facture ${invoice}`,
    cancelled: (invoice) => `Annulation de la facture ${invoice}`,
  },
  cancellationFee: (facility) => `Frais d’annulation, ${facility}`,
  refund: {
    lead: 'Votre remboursement en cas d’annulation :',
    line: (moment, what) => `jusqu’au ${moment} : ${what}`,
    all: 'montant total',
    nothing: 'aucun',
  },
  colon: ' :',
  moment: (day, time) => `${day} à\u00a0${time}`,
  times: (start, end) => `${start}–${end}`,
  night: (day, next) => `dans la nuit de ${day} à ${next}`,
  free: 'Gratuit',
  vat: (percent) => `Dont TVA ${percent}`,
};
