import type { attentionDetails as en } from '../en/attentionDetails.ts';

export const attentionDetails: typeof en = {
  refundDelayed: '€1 ne peuvent pas encore être remboursés :',
  refundFailed: '€1 n’ont pas pu être remboursés :',
  refundElsewhere: '€1 ont été remboursés chez le prestataire ($2).',
  chargebackReversed:
    'La banque du payeur a annulé un rejet de €1 (paiement $2). Remboursez ce montant si la réservation est annulée.',
  chargeback: 'La banque du payeur a repris €1 (paiement $2).',
  rejected: 'Le prestataire a refusé ce paiement :',
  accountRefused: '$1 rejette le compte :',
  tokenExpires: 'Le compte a été lié avec un jeton collé.',
  otherPayment: 'Le prestataire a signalé le paiement $1 au lieu de $2.',
  unknownReference: 'Chez le prestataire, le paiement $1 n’appartient pas à cette réservation ($2).',
  otherReference: 'Chez le prestataire, le paiement $1 appartient à $2 au lieu de $3.',
  otherAmount: 'Le paiement $1 est de €2 au lieu de €3.',
  otherCurrency: 'Le paiement $1 est de $2 au lieu de €3.',
  wasTest: 'Le paiement $1 a été fait en mode test : aucun argent n’a été reçu.',
  wasLive: 'Le paiement $1 a été fait avec de l’argent réel, et non en mode test.',
  webhookTest: 'La notification concernait le mode test, mais le paiement a été fait avec de l’argent réel.',
  webhookLive: 'La notification concernait de l’argent réel, mais le paiement a été fait en mode test.',
  webhookOther: 'La notification concernait un autre paiement.',
  accountLinked: 'Les clients paient désormais sur le compte $1 chez $2, relié par $3.',
  accountNoPayments: '$1 n’accepte aucun paiement pour le compte $2 :',
  accountNoPayouts: '$1 n’effectue aucun virement pour le compte $2 :',
  accountDisconnected: 'Le compte $1 a été déconnecté chez $2.',
  domainDown:
    'Les clients ne peuvent plus réserver sur $1. Tout fonctionnera à nouveau dès le retour de l’enregistrement.',
  domainMissing: 'L’enregistrement DNS de $1 a disparu.',
  manyBookings:
    'Réservations à venir sans paiement en ligne : $1. Réservations impayées : $2. Adresses e-mail : $3.',
  planFacilities: 'Prestations : $1 sur $2.',
  planPeople: 'Personnes : $1 sur $2.',
  planDomains: 'Domaines personnels : $1 sur $2.',
  planLanguages: 'Langues : $1 sur $2.',
  planBookingsPerMonth: 'Réservations ce mois-ci : $1 sur $2.',
  planBookingsPerDay: 'Réservations en ligne en 24 heures : $1 sur $2.',
  mailsDelayed: 'E-mails différés : $1.',
};
