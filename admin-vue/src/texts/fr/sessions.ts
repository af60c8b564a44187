import type { sessions as en } from '../en/sessions.ts';

export const sessions: typeof en = {
  current: 'Cet appareil',
  end: 'Déconnecter',
  ended: (device) => `${device} a été déconnecté.`,
  endMore:
    'Les modifications enregistrées sont conservées. Pour vous reconnecter sur cet appareil, utilisez un lien par e-mail ou une clé d’accès.',
  endOthers: 'Déconnecter tous les autres appareils',
  endOthersTitle: 'Déconnecter tous les autres appareils ?',
  endsOn: (when) => `Expire au plus tard le ${when}.`,
  endTitle: (device) => `Déconnecter ${device} ?`,
  lastUsed: (when) => `dernière utilisation le ${when}`,
  lead: 'Vous êtes connecté avec ces navigateurs. Déconnectez ceux que vous n’utilisez plus ou ne reconnaissez pas.',
  othersEnded: 'Tous les autres appareils ont été déconnectés.',
  sessions: 'Appareils connectés',
  since: (when) => `Connecté le ${when}`,
  unknown: 'Navigateur inconnu',
};
