import { LINK_MINUTES } from '@venue-booking/proto/auth/session';
import { INVITATION_DAYS, SIGN_UP_MINUTES } from '@venue-booking/proto/auth/signUp';
import { FEED_MEGABYTES } from '@venue-booking/proto/booking/calendarFeed';
import { countsText } from '../countsText.ts';
import type { StaffTexts } from '../nl/staffTexts.ts';

/** French texts for people at a venue: sign-in, notices of bookings, calendar feeds. */
export const fr: StaffTexts = {
  mails: {
    sign_in: {
      subject: 'Votre lien de connexion',
      title: 'Connexion à Venue Booking',
      lead: `Ce lien vous permet de vous connecter. Il fonctionne une seule fois, pendant ${LINK_MINUTES} minutes, dans le navigateur où vous l’avez demandé. Si vous n’avez rien demandé, ignorez cet e-mail : sans ce lien, personne ne peut se connecter.`,
      link: 'Se connecter',
    },
    sign_up: {
      subject: 'Créez votre établissement',
      title: 'Créez votre établissement',
      lead: `Ce lien mène à la page où vous nommez votre établissement. Il fonctionne une fois, pendant ${SIGN_UP_MINUTES} minutes. Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail : rien n’est créé sans ce lien.`,
      link: 'Créer l’établissement',
    },
    sign_up_invitation: {
      subject: 'Votre invitation à Venue Booking',
      title: 'Vous êtes invité à créer votre établissement',
      lead: `Avec Venue Booking, vous recevez des réservations en ligne. Ce lien mène à la page où vous nommez votre établissement. Il fonctionne une fois, pendant ${INVITATION_DAYS} jours. Si vous ne l’attendiez pas, vous pouvez ignorer cet e-mail.`,
      link: 'Créer l’établissement',
    },
    invitation: {
      subject: '{venue} vous donne accès à Venue Booking',
      title: 'Vous avez accès à {venue}',
      lead: '{venue} vous donne accès à Venue Booking. Vous pouvez y consulter les réservations et enregistrer l’arrivée des clients. Connectez-vous avec cette adresse e-mail : vous recevrez un lien de connexion par e-mail. Aucun mot de passe n’est nécessaire. Si vous ne connaissez pas {venue}, ignorez cet e-mail.',
      link: 'Ouvrir la page de connexion',
    },
    operator_invitation: {
      subject: 'Vous êtes opérateur de Venue Booking',
      title: 'Vous pouvez gérer la plateforme',
      lead: 'Vous êtes désormais opérateur de cette plateforme Venue Booking. Connectez-vous avec cette adresse e-mail : vous recevez un lien de connexion par e-mail. Aucun mot de passe n’est nécessaire. Ajoutez une clé d’accès après la connexion. Si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.',
      link: 'Accéder à la page de connexion',
    },
    passkey_added: {
      subject: 'Une clé d’accès a été ajoutée',
      title: 'Vous pouvez vous connecter avec une clé d’accès',
      lead: 'Une clé d’accès a été ajoutée à votre compte. Elle vous permet de vous connecter sans lien. Si cet ajout ne vient pas de vous, supprimez la clé d’accès et déconnectez-vous de tous vos appareils.',
      link: 'Voir vos clés d’accès',
    },
    account_refused: {
      subject: 'Les clients de {venue} ne peuvent pas payer pour le moment',
      title: 'Votre prestataire de paiement n’accepte pas votre compte',
      lead: 'Votre prestataire de paiement n’accepte plus le compte de {venue}. Les clients ne peuvent donc pas payer en ligne. Leurs places restent réservées jusqu’à la date limite de paiement. Reconnectez le compte ou vérifiez-le chez le prestataire. Les clients pourront payer dès qu’il fonctionnera de nouveau.',
      link: 'Voir les réglages de paiement',
    },
    suspended: {
      subject: '{venue} n’accepte pas de réservations en ligne pour le moment',
      title: 'Votre établissement est suspendu',
      lead: 'L’opérateur de la plateforme a suspendu {venue}. Les clients ne peuvent donc pas réserver en ligne. Les billets, les annulations, les paiements en cours et le check-in fonctionnent toujours, et vous pouvez continuer à utiliser le tableau de bord. Le motif : {reason}',
      link: 'Ouvrir le tableau de bord',
    },
    resumed: {
      subject: '{venue} accepte de nouveau les réservations en ligne',
      title: 'Votre établissement n’est plus suspendu',
      lead: 'L’opérateur de la plateforme a levé la suspension de {venue}. Les clients peuvent de nouveau réserver en ligne si votre établissement est en ligne.',
      link: 'Ouvrir le tableau de bord',
    },
    deleted: {
      subject: '{venue} est supprimé',
      title: 'Votre établissement est supprimé',
      lead: 'L’opérateur de la plateforme a supprimé {venue}. Les clients ne le trouvent plus et ne peuvent plus réserver. Vous pouvez consulter et exporter ses données jusqu’au {date}. Elles seront ensuite effacées définitivement, sauf celles que la loi impose de conserver : les factures et les paiements. S’il s’agit d’une erreur, contactez l’opérateur de la plateforme avant cette date.',
      link: 'Consulter et exporter les données',
    },
    restored: {
      subject: '{venue} est restauré',
      title: 'Votre établissement est restauré',
      lead: 'L’opérateur de la plateforme a restauré {venue} avec toutes ses données. Les clients peuvent de nouveau réserver en ligne si votre établissement est en ligne.',
      link: 'Ouvrir le tableau de bord',
    },
  },
  notices: {
    title: {
      new: 'Nouvelle réservation',
      changed: 'Réservation modifiée',
      cancelled: 'Réservation annulée',
      unpaid: 'Solde non payé',
    },
    lead: {
      new: 'Vous avez une nouvelle réservation.',
      changed: 'Une réservation a été modifiée. Voici les informations à jour :',
      cancelled: 'Une réservation a été annulée. Les places sont de nouveau disponibles.',
      unpaid: 'Le client n’a pas payé à temps le solde de cette réservation. La réservation reste valable.',
    },
    short: { new: 'Nouvelle', changed: 'Modifiée', cancelled: 'Annulée', unpaid: 'Solde non payé' },
    titleOfMany: 'Vos réservations',
    leadOfMany: (venue) => `Ces réservations chez ${venue} sont nouvelles, modifiées ou annulées.`,
    subjectOfMany: ({ more, ...counts }) =>
      `Réservations : ${countsText([
        [counts.new, counts.new === 1 ? 'nouvelle' : 'nouvelles'],
        [counts.changed, counts.changed === 1 ? 'modifiée' : 'modifiées'],
        [counts.cancelled, counts.cancelled === 1 ? 'annulée' : 'annulées'],
        [counts.unpaid, 'au solde non payé'],
        [more, more === 1 ? 'autre' : 'autres'],
      ])}`,
    more: (count) =>
      count === 1
        ? '1 autre réservation n’est pas affichée ici. Vous la trouverez dans votre tableau de bord.'
        : `${count} autres réservations ne sont pas affichées ici. Vous les trouverez dans votre tableau de bord.`,
    toBooking: 'Voir la réservation',
    toBookings: 'Voir vos réservations',
    toSettings: 'Modifier vos notifications par e-mail',
  },
  feed: {
    summary: (count) =>
      count === 1
        ? '1 autre réservation ne figure pas dans ce calendrier'
        : `${count} autres réservations ne figurent pas dans ce calendrier`,
    why: `Ce calendrier a atteint sa taille maximale de ${FEED_MEGABYTES} Mo. Toutes les réservations sont dans le tableau de bord :`,
  },
};
