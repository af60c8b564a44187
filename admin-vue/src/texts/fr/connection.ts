import type { connection as en } from '../en/connection.ts';

export const connection: typeof en = {
  unreachable: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
  downloadInterrupted: 'Le téléchargement a été interrompu. Réessayez.',
  uploadFailed: 'L’image n’a pas pu être envoyée. Vérifiez votre connexion et réessayez.',
  viewMissing: 'Cette partie ne peut pas être chargée sans connexion.',
};
