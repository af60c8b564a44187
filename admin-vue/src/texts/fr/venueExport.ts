import type { VenueExportTexts } from '../en/venueExport.ts';

export const venueExport: VenueExportTexts = {
  lead: 'Un fichier avec tout ce qui concerne cet établissement : paramètres, prestations, images, personnes, réservations avec leurs clients, paiements et factures. Une autre installation de ce logiciel peut l’importer.',
  without:
    'Les comptes de paiement, les jetons d’API, les webhooks, les listes d’attente et les e-mails envoyés ne sont pas dans le fichier. Rien ne change ici.',
  safe: 'Le fichier contient des données personnelles de clients. Conservez-le avec le même soin qu’une sauvegarde.',
  download: 'Tout télécharger',
  progress: (size) =>
    `${size} reçus. Laissez cette page ouverte : avec beaucoup de réservations, cela peut prendre quelques minutes.`,
  done: (size) => `Le fichier est complet (${size}).`,
};
