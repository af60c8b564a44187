import type { website as en } from '../../en/settings/website.ts';

export const website: typeof en = {
  noOrigin: 'Les clients ne peuvent encore réserver sur aucun site.',
  toWebsites: 'Ajouter un site',
  madeWith: 'Site créé avec',
  variant: 'Présentation',
  strip: 'Semaine',
  calendar: 'Mois',
  timeline: 'Chronologie',
  snippet: 'Code à coller',
  htmlMore:
    'Collez ce code là où les clients doivent réserver. Il fonctionne sur toute page, y compris dans le bloc HTML d’un créateur de sites.',
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
