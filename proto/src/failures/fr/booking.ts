import type { BookingFailure } from '../booking.ts';

/** French texts of {@link bookingFailures}. */
export const booking: Record<BookingFailure, string> = {
  venue_not_suspended: 'L’établissement n’est pas suspendu.',
  venue_deleted:
    'L’établissement est supprimé. Vous pouvez consulter et exporter ses données, mais pas les modifier. L’opérateur peut restaurer l’établissement.',
  venue_has_bookings:
    'L’établissement a encore des réservations à venir ou des offres ouvertes d’une liste d’attente : {count}. Annulez-les d’abord, ou attendez qu’elles soient passées.',
  venue_has_payments:
    'Des paiements ou des remboursements de l’établissement sont en cours : {count}. Attendez qu’ils soient terminés, ou annulez les liens de paiement ouverts.',
  venue_owes_guests:
    'L’établissement doit encore de l’argent à des clients, ou des paiements sont à traiter : {count}. Remboursez d’abord l’argent et traitez les points de la page « À traiter ».',
  venue_not_live: 'Cet établissement n’accepte pas de réservations en ligne pour le moment.',
  slot_unknown: 'Cet horaire n’est pas (ou plus) disponible. Choisissez-en un autre.',
  outside_hours:
    'Cet horaire est en dehors des heures d’ouverture. Choisissez un autre début ou une autre durée.',
  slot_past: 'Cet horaire ne peut plus être réservé. Choisissez un horaire plus tardif.',
  slot_too_far: 'Cet horaire ne peut pas encore être réservé. Choisissez une date plus proche.',
  slot_blocked: 'Cet horaire est bloqué. Choisissez-en un autre.',
  room_taken:
    'Cet horaire est occupé, car une autre réservation utilise la même salle. Choisissez-en un autre.',
  waiting_list_off: 'Il n’y a pas de liste d’attente ici.',
  waiting_not_needed: 'Il reste de la place : vous pouvez réserver maintenant.',
  waiting_list_full: 'La liste d’attente est complète. Choisissez un autre horaire.',
  too_many_entries: 'Vous êtes déjà {limit} fois sur la liste d’attente ici. Quittez d’abord l’une d’elles.',
  waiting_not_found: 'Cette inscription n’existe pas sur la liste d’attente.',
  offer_over: 'Cette offre a expiré. La place a peut-être été proposée au client suivant.',
  offer_open: 'Ce client a déjà une offre en cours. Attendez qu’elle soit terminée.',
  venue_day_full:
    'Cet établissement n’accepte plus de réservations en ligne aujourd’hui. Réessayez demain ou contactez l’établissement.',
  slot_full: 'Cet horaire est complet. Choisissez-en un autre.',
  places_short:
    'Pas assez de places : il en reste {free}. Réservez pour moins de personnes ou choisissez un autre horaire.',
  series_refused: '{reason} Cela concerne {date}. Rien n’a été réservé ni modifié.',
  series_too_far: 'Une date peut être au plus {max} jours à l’avance. Choisissez moins de dates.',
  series_code_full:
    'Avec ce code, vous pouvez encore réserver {left} dates. Choisissez moins de dates, ou annulez-en d’abord d’autres.',
  series_codes_full:
    'Un établissement peut avoir au plus {max} codes pour des séries. Supprimez-en d’abord un.',
  series_too_long: 'Une série compte au plus {max} dates. Choisissez une fin plus proche.',
  moves_pending:
    'Une autre liste avec une de ces réservations est encore en cours. Attendez qu’elle soit terminée.',
  people_too_few: 'Le nombre de personnes doit être d’au moins {min}.',
  people_too_many: 'Le nombre de personnes ne peut pas dépasser {max}.',
  guests_unknown: 'Catégorie de clients inconnue : « {key} ».',
  guests_too_few: '« {name} » : {min} au minimum.',
  guests_too_many: '« {name} » : {max} au maximum.',
  add_on_unknown: 'Supplément inconnu : « {key} ».',
  add_on_too_few: '« {name} » : {min} au minimum.',
  add_on_too_many: '« {name} » : {max} au maximum.',
  add_on_gone:
    '« {name} » : il n’en reste que {left} à cet horaire. Réduisez la quantité ou choisissez un autre horaire.',
  extra_unknown: 'Champ supplémentaire inconnu : « {key} ».',
  extra_required: '« {label} » est obligatoire.',
  extra_invalid: '« {label} » n’est pas rempli correctement.',
  extra_too_long: 'Vos réponses sont trop longues : {limit} au total au maximum. Raccourcissez-en une.',
  name_with_address: '« Nom » ne peut pas contenir d’adresse web.',
  redirect_refused:
    'redirect_url doit être une URL http(s) complète sur un site de cet établissement. L’établissement peut ajouter le site à redirect_origins ou, si ce paramètre est vide, à allowed_origins.',
  too_many_bookings:
    'Trop de réservations depuis cette connexion internet : {limit} par heure au maximum. Réessayez plus tard.',
  idempotency_mismatch:
    'Cette demande a déjà été envoyée avec d’autres informations et a peut-être abouti. Consultez vos e-mails avant de réessayer.',
  idempotency_in_progress:
    'Une demande avec cette Idempotency-Key est encore en cours. Réessayez dans un instant.',
  booking_unpaid: 'Cette réservation n’est pas encore payée.',
  booking_confirmed: 'Cette réservation est confirmée.',
  booking_expired: 'Cette réservation a expiré : elle n’a pas été payée à temps.',
  booking_cancelled: 'Cette réservation a été annulée.',
  booking_checked_in: 'L’arrivée de ce client est déjà enregistrée.',
  booking_no_show: 'Ce client est marqué comme no-show.',
  not_begun: 'Cette réservation n’a pas encore commencé : le client peut encore venir.',
  check_in_too_early: 'L’arrivée pour cette réservation peut être enregistrée à partir du {from}.',
  booking_changed: 'Quelqu’un d’autre vient de modifier cette réservation. Vérifiez-la et réessayez.',
  message_nobody: 'Aucun client de ces visites n’a d’adresse e-mail.',
  message_too_many:
    'Ce message serait envoyé à {count} personnes, {max} au plus sont possibles. Choisissez moins de visites.',
  messages_today: 'Votre établissement a envoyé {max} messages en une journée. Réessayez demain.',
  history_full:
    'L’historique de cette réservation est plein ({limit} entrées) : cette modification n’est plus possible.',
  cancel_too_late: 'L’annulation était possible jusqu’au {until}. Contactez l’établissement.',
  change_off: 'Cette réservation ne peut pas être modifiée en ligne. Contactez l’établissement.',
  change_too_late: 'La modification était possible jusqu’au {until}. Contactez l’établissement.',
  change_none: 'La réservation est déjà ainsi. Modifiez d’abord quelque chose.',
  change_crowded:
    'De nombreuses places sont déjà réservées ici depuis votre réseau. Réservez les places supplémentaires séparément ou contactez l’établissement.',
  refund_changed:
    'Votre remboursement est devenu moins élevé depuis l’ouverture de cette page. Vérifiez le montant et confirmez de nouveau.',
  too_many_holds:
    'Ce client ou cette connexion internet a trop de réservations impayées. Payez ou annulez l’une d’elles, ou réessayez lorsque l’une d’elles aura expiré.',
  too_many_coming:
    'Ce client ou cette connexion internet a atteint le nombre maximal de réservations en ligne à venir dans cet établissement. Annulez l’une d’elles ou contactez l’établissement.',
  quote_over: 'Le prix a changé : il est désormais de {price}. Vérifiez-le et réservez de nouveau.',
  quote_wrong:
    'Le devis n’est pas valable pour cette réservation. Le prix est de {price}. Demandez un nouveau devis.',
  proof_missing:
    'Cet établissement vérifie actuellement que les réservations proviennent d’un navigateur. Rechargez la page (en https) ou contactez l’établissement.',
  proof_needed:
    'De nombreuses places sont déjà réservées ici depuis votre réseau. Votre navigateur doit donc d’abord effectuer un court calcul. Rechargez la page en https et réessayez, utilisez une autre connexion internet ou contactez l’établissement.',
  proof_wrong: 'La preuve de calcul ne correspond pas à cet établissement ou à cette demande. Réessayez.',
  proof_expired: 'La preuve de calcul a expiré. Réessayez.',
  proof_used: 'La preuve de calcul a déjà été utilisée. Réessayez.',
  invoice_not_found: 'Facture inconnue.',
  invoice_details_missing:
    'L’établissement ne peut pas encore établir de factures. Renseignez d’abord ses coordonnées de facturation (`invoicing`) : société, adresse et numéro de TVA.',
  invoice_vat_missing:
    'Cette réservation n’a pas de taux de TVA. Si l’établissement ne facture pas la TVA, indiquez-en la raison dans ses coordonnées de facturation (`vat_exemption`).',
  invoice_nothing: 'Il n’y a rien à facturer : cette réservation est gratuite, ou tout a été remboursé.',
  invoice_exists:
    'Cette réservation a déjà une facture avec d’autres coordonnées. Demandez à l’établissement de la corriger.',
  receipt_nothing: 'Rien n’a encore été payé pour cette réservation.',
  guest_erased:
    'Les données du client de cette réservation ont été effacées. Elle ne peut plus être facturée.',
};
