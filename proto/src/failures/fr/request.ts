import type { RequestFailure } from '../request.ts';

/** French texts of {@link requestFailures}. */
export const request: Record<RequestFailure, string> = {
  malformed_json: 'Le contenu de la requête n’est pas un JSON valide.',
  invalid_request: 'Requête non valide : {detail}.',
  range_reversed: '`to` ne peut pas précéder `from`.',
  range_too_long: 'La période compte trop de jours : {days} au maximum.',
  body_too_large: 'Le contenu de la requête dépasse {limit}.',
  not_json: 'Envoyez le contenu en application/json, en UTF-8.',
  path_unknown: 'Il n’y a rien à cette URL. Vérifiez le chemin.',
  method_not_allowed: 'Cette URL n’accepte que {methods}.',
  validation: '{detail}.',
  nothing_to_change: 'Envoyez au moins un champ à modifier.',
  too_many_requests: 'Trop de requêtes depuis cette adresse. Réessayez dans {retryAfterSeconds} s.',
  too_many_wrong_tokens:
    'Trop de jetons incorrects depuis cette adresse. Vérifiez le jeton et réessayez dans {retryAfterSeconds} s.',
  too_many_streams: 'Trop de connexions en direct sont ouvertes : {limit} au maximum. Fermez-en une.',
  busy: 'L’établissement est très sollicité en ce moment. Réessayez dans un instant.',
  venue_missing: 'Aucun établissement indiqué. Envoyez son slug dans l’en-tête X-Tenant.',
  venue_unknown:
    'La réservation en ligne ne fonctionne pas ici : l’établissement « {venue} » est inconnu. Contactez-le directement.',
  origin_refused:
    'Le site {origin} n’est pas autorisé par cet établissement. L’établissement peut l’ajouter à allowed_origins.',
  unauthorized:
    'Vous n’êtes pas connecté. Connectez-vous ou envoyez un jeton valide sous la forme `Authorization: Bearer <token>`.',
  operator_only: 'Cette action est réservée à l’opérateur de la plateforme.',
  admin_only: 'Cette action est réservée aux opérateurs de la plateforme ayant le rôle admin.',
  visit_required:
    'Indiquez d’abord un motif, que les propriétaires de l’établissement liront : POST /api/admin/venues/{slug}/visits.',
  passkey_required:
    'Les opérateurs ont besoin d’une clé d’accès ici. Connectez-vous avec la vôtre. Si vous n’en avez pas encore, ajoutez-en d’abord une sur la page « Clés d’accès ».',
  owner_only: 'Cette action est réservée aux propriétaires de l’établissement.',
  session_only: 'Cette action exige un navigateur connecté. Un jeton n’a pas de session.',
  person_only:
    'Seules les personnes ont des clés d’accès. L’opérateur de la plateforme se connecte avec le jeton.',
  passkey_refused:
    'Cette clé d’accès ne permet pas de se connecter ici. Réessayez ou connectez-vous par e-mail.',
  oidc_off: 'La connexion par un fournisseur d’identité est désactivée. Connectez-vous par e-mail.',
  oidc_expired:
    'Cette connexion a déjà servi, a duré plus de {minutes} minutes ou a commencé dans un autre navigateur. Recommencez.',
  oidc_failed: 'La connexion avec {name} n’a pas pu être vérifiée. Recommencez ou connectez-vous par e-mail.',
  oidc_refused:
    'Ce compte {name} ne permet pas de se connecter ici : son adresse e-mail n’est pas confirmée ou n’a pas d’accès. Demandez à un propriétaire de votre établissement de vous ajouter.',
  oidc_unavailable:
    '{name} ne répond pas pour le moment. Réessayez dans un instant ou connectez-vous par e-mail.',
  sign_in_again: 'Reconnectez-vous pour continuer : votre connexion date de plus de {minutes} minutes.',
  foreign_origin: 'Un navigateur connecté ne peut envoyer cela que depuis {origin}.',
  operator_token_wrong: 'Ce n’est pas le jeton de l’opérateur. Vérifiez-le et réessayez.',
  other_browser: 'Ouvrez ce lien dans le navigateur où vous l’avez demandé, ou demandez-en un nouveau ici.',
  link_over: 'Ce lien ne fonctionne plus, car il a déjà été utilisé ou a expiré. Demandez-en un nouveau.',
  venue_not_found: 'Établissement inconnu.',
  room_not_found: 'Salle inconnue.',
  facility_not_found: 'Prestation inconnue.',
  slot_not_found: 'Horaire inconnu.',
  block_not_found: 'Blocage inconnu.',
  ticket_not_found: 'Billet inconnu.',
  ticket_expired:
    'Ce lien a expiré {months} mois après la visite. Contactez l’établissement s’il vous faut encore quelque chose.',
  exception_not_found: 'Il n’y a pas d’horaires particuliers à cette date.',
  booking_not_found: 'Réservation inconnue.',
  moves_not_found: 'Liste inconnue.',
  series_not_found: 'Série inconnue.',
  series_code_not_found: 'Ce code est inconnu ou n’est plus valable. Demandez-en un autre à l’établissement.',
  person_not_found: 'Personne inconnue.',
  operator_not_found: 'Opérateur inconnu.',
  passkey_not_found: 'Clé d’accès inconnue.',
  session_not_found: 'Session inconnue.',
  token_not_found: 'Jeton inconnu.',
  webhook_not_found: 'Webhook inconnu.',
  delivery_not_found: 'Envoi inconnu.',
  feed_not_found: 'Flux de calendrier inconnu.',
  payment_account_not_found: 'Aucun prestataire de paiement n’est associé à cet établissement.',
  pay_link_not_found: 'Lien de paiement inconnu.',
  attention_not_found: 'Élément à traiter inconnu.',
  dead_letter_not_found: 'Message non traité inconnu.',
  plan_not_found: 'Formule inconnue.',
  plan_in_use:
    'Des établissements ont la formule « {plan} », ou c’est celle des nouveaux établissements. Donnez-leur d’abord une autre formule.',
  plan_limit:
    'Votre formule comprend au plus {limit} {what}. Demandez une formule plus grande à l’opérateur de la plateforme.',
  plan_feature:
    '{what} ne font pas partie de votre formule. Demandez une formule plus grande à l’opérateur de la plateforme.',
  invitation_not_found: 'Invitation inconnue.',
  sign_up_closed:
    'Vous ne pouvez pas vous inscrire ici vous-même. Demandez une invitation à l’opérateur de la plateforme.',
  too_many_venues:
    'Vous avez inscrit {limit} établissements avec cette adresse, ce qui est le maximum. Demandez-en plus à l’opérateur de la plateforme.',
  slug_taken: 'Le slug « {slug} » est déjà pris. Choisissez-en un autre.',
  domain_taken: 'Le domaine {domain} appartient à un autre établissement.',
  last_admin:
    'La plateforme doit avoir un opérateur avec le rôle admin. Donnez d’abord ce rôle à une autre personne.',
  last_owner: 'L’établissement doit avoir un propriétaire. Donnez d’abord ce rôle à une autre personne.',
  room_in_use: 'La prestation {facility} utilise cette salle. Retirez-la d’abord de la prestation.',
  image_not_found: 'Image inconnue.',
  images_away: 'Les images ne peuvent pas être chargées pour le moment. Réessayez dans un instant.',
  image_in_use:
    'Une prestation, un supplément ou l’identité visuelle utilise cette image. Retirez-la d’abord.',
  image_type_refused:
    'Ce type d’image n’est pas pris en charge. Envoyez un JPEG, PNG, WebP ou AVIF sans animation.',
  image_too_many_pixels:
    'Cette image a trop de pixels : {megapixels} millions au maximum. Réduisez-la d’abord.',
  image_unreadable:
    'Cette image est illisible : le fichier est endommagé ou n’est pas une image. Enregistrez-la de nouveau et réessayez.',
  image_too_slow:
    'La lecture de cette image prend trop de temps. Enregistrez-la de nouveau, par exemple en JPEG, et réessayez dans une minute.',
  too_many_images:
    'Un établissement peut avoir {limit} images au maximum. Supprimez-en d’abord quelques-unes.',
  dead_letter_again: 'Le message a de nouveau échoué et reste dans la liste : {reason}.',
  domain_unproven:
    'Pour utiliser {domain}, créez un enregistrement DNS TXT sur {record} avec la valeur « {value} », puis renvoyez la demande.',
  placeholder_unknown: '{field} : variable inconnue {placeholder}. Utilisez {known}.',
  link_foreign:
    '{field} : {link} ne se trouve pas sur un site de l’établissement. Ajoutez le site ou le domaine dans les paramètres de l’établissement, ou demandez à l’opérateur de la plateforme de faire confiance à l’établissement.',
  hours_outside_day:
    'Les horaires d’ouverture doivent tenir dans une journée de réservation, qui commence à {dayStart}.',
  hours_too_close:
    'Saison {season}, jour {day} de la semaine : {second} commence trop tôt après {first}, qui se termine à {until} avec sa pause.',
  day_hours_too_close:
    '{date} : {second} commence trop tôt après {first}, qui se termine à {until} avec sa pause.',
  too_many_exceptions:
    'Une prestation peut avoir {limit} jours d’horaires particuliers au maximum. Rétablissez d’abord les horaires habituels de certains jours.',
  bookings_met:
    'Des réservations à venir sont concernées ({count}) : {bookings}. Renvoyez la demande avec `force` pour continuer quand même. Les réservations restent valables et leur historique mentionne la modification.',
  blocked_elsewhere:
    'Un blocage de tout l’établissement ou d’une salle couvre cet horaire. Levez plutôt ce blocage.',
  zone_meets_bookings:
    'Le nouveau fuseau horaire change l’heure de réservations à venir ({count}) : {bookings}. Renvoyez la demande avec `keep` : `clock` les déplace pour conserver leur heure locale ; `instant` conserve le moment, et les clients sont informés de la nouvelle heure.',
  clock_times_clash:
    'Ces réservations ne peuvent pas conserver leur heure locale, car deux d’entre elles se chevaucheraient : {times}. L’heure y change. Déplacez-en d’abord une, ou conservez le moment. Rien n’a été modifié.',
  import_not_found: 'Cet import n’existe pas, ou il n’a pas cette partie. Commencez d’abord l’import.',
  import_incomplete:
    'La partie {part} de l’archive est la suivante. Envoyez les parties dans l’ordre et terminez l’import après la dernière.',
  imported_before: 'Cette archive a déjà été importée sous le nom {slug}.',
  archive_refused: 'L’archive est refusée : {detail}.',
  export_too_large: 'Cet établissement est trop volumineux pour une archive : {detail}.',
  not_in_force:
    'Enregistré, mais pas encore appliqué partout. Ce sera fait dès que tous les services répondront de nouveau.',
  unavailable: 'Momentanément indisponible. Réessayez dans un instant.',
  timeout: 'Le délai d’attente est dépassé. Réessayez.',
  internal: 'Une erreur s’est produite de notre côté. Réessayez plus tard.',
};
