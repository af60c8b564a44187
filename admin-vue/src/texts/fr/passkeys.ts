import type { passkeys as en } from '../en/passkeys.ts';

export const passkeys: typeof en = {
  add: 'Ajouter une clé d’accès',
  added: 'Clé d’accès ajoutée. Vous pouvez maintenant vous connecter avec elle.',
  failed: 'Cet appareil n’a pas pu créer de clé d’accès. Essayez un autre appareil ou navigateur.',
  exists: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  lastUsed: (when) => `dernière utilisation le ${when}`,
  lead: 'Connectez-vous avec votre empreinte, votre visage ou le code de l’appareil, sans attendre d’e-mail. Les liens de connexion par e-mail fonctionnent toujours.',
  name: 'Nom de cet appareil',
  nameHint: 'Pour reconnaître la clé d’accès, par exemple « Téléphone » ou « Portable de l’accueil ».',
  neverUsed: 'pas encore utilisée',
  noDevice:
    'Les clés d’accès ne sont pas disponibles dans ce navigateur ou à cette adresse. Connectez-vous ici par e-mail.',
  none: 'Pas encore de clés d’accès',
  noneMore: 'Ajoutez-en une pour chaque appareil avec lequel vous vous connectez.',
  passkeys: 'Clés d’accès',
  remove: 'Supprimer',
  removeMore:
    'Vous ne pourrez plus vous connecter avec cette clé d’accès. Les appareils qui l’ont utilisée restent connectés : déconnectez-vous de tous les appareils pour y mettre fin.',
  removeOf: (name) => `Supprimer « ${name} » ?`,
  removed: (name) => `« ${name} » a été supprimée.`,
  since: (when) => `ajoutée le ${when}`,
  cancelled: 'Aucune clé d’accès n’a été créée. Réessayez.',
};
