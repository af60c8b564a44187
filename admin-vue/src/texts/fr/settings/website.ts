import type { website as en } from '../../en/settings/website.ts';

export const website: typeof en = {
  noOrigin: 'Les clients ne peuvent encore réserver sur aucun site.',
  toWebsites: 'Ajouter un site',
  madeWith: 'Site créé avec',
  variant: 'Présentation',
  strip: 'Semaine',
  calendar: 'Mois',
  timeline: 'Chronologie',
  page: 'Page à part',
  mode: 'Place du formulaire de réservation',
  inline: 'Dans la page',
  button: 'Derrière un bouton',
  dialog: 'Derrière votre propre lien',
  label: 'Texte du bouton ou du lien',
  labelHint: 'Vide : « Réserver », dans la langue de votre page.',
  facility: 'S’ouvre sur',
  facilityHint: 'Les clients peuvent toujours aller aux autres.',
  anyFacility: 'Au choix du client',
  snippet: 'Code à coller',
  htmlMore:
    'Collez ce code là où les clients doivent réserver. Il fonctionne sur toute page, y compris dans le bloc HTML d’un créateur de sites.',
  pageMore:
    'Une page complète : enregistrez-la sous le nom index.html sur votre serveur web. Elle s’adapte aux téléphones et suit le mode clair ou sombre.',
  dialogMore:
    'Tout lien ou bouton avec data-venue-booking-open ouvre le formulaire de réservation, y compris un lien de votre menu.',
  vueMore:
    'Un composant typé, fourni avec le code source de ce serveur. Les paquets de ce nom dans les registres publics ne sont pas les nôtres.',
  nuxtMore:
    'Un module avec le composant, fourni avec le code source de ce serveur. Les paquets de ce nom dans les registres publics ne sont pas les nôtres.',
  reactMore:
    'Aussi pour Next.js. Fourni avec le code source de ce serveur. Les paquets de ce nom dans les registres publics ne sont pas les nôtres.',
  wordpressMore:
    'Utilisez notre extension, fournie avec le code source de ce serveur, et saisissez l’adresse de ce serveur dans ses réglages. Vous pouvez aussi utiliser le bloc « Venue Booking ».',
  preview: 'Aperçu',
  previewMore: 'Les réservations que vous faites ici sont réelles.',
};
