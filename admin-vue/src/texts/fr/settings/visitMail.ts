import type { visitMail as en } from '../../en/settings/visitMail.ts';

export const visitMail: typeof en = {
  around: 'Avant et après la visite',
  reminder: 'Rappel',
  reminderHours: 'Rappel avant la visite, en heures',
  reminderOn: (span) =>
    `Les clients reçoivent un e-mail ${span} avant leur visite, jamais entre 21:00 et 08:00. Ceux qui réservent plus tard n’en reçoivent pas.`,
  reminderOff: 'Les clients ne reçoivent pas de rappel.',
  info: 'Accès et affaires à apporter',
  infoHint:
    'Figure dans le rappel, sous les détails de la réservation. Une ligne vide commence un nouveau paragraphe.',
  facilityInfoHint: 'Figure dans le rappel, après le texte de l’établissement.',
  followUpHours: 'E-mail après la visite, en heures',
  followUpOn: (span) =>
    `Les clients reçoivent un e-mail ${span} après leur visite, jamais entre 21:00 et 08:00. Les absents n’en reçoivent pas.`,
  followUpOff: 'Les clients ne reçoivent pas d’e-mail après leur visite.',
  review: 'Page d’avis',
  reviewHint: 'L’e-mail après la visite contient un bouton qui y mène. Vide : pas de bouton.',
  asVenue: 'Comme l’établissement',
  asVenueHint: 'Vide : comme l’établissement. 0 : pas de rappel.',
  sms: 'SMS aux clients',
  smsAlso:
    'En plus de l’e-mail, aux clients qui ont indiqué un numéro de téléphone. Précisez à cette question que vous envoyez des SMS. Aucun n’est envoyé entre 21:00 et 08:00.',
  smsReminders: 'Rappel avant la visite',
  smsOffers: 'Propositions de la liste d’attente',
  smsCountryCode: 'Indicatif de votre pays',
  smsCountryCodeHint:
    'Par exemple 33 pour la France. Sans indicatif, seuls les numéros avec + reçoivent un SMS.',
  smsToday: (sent, most) => `${sent} SMS sur ${most} au maximum en 24 heures.`,
};
