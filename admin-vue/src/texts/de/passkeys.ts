import type { passkeys as en } from '../en/passkeys.ts';

export const passkeys: typeof en = {
  add: 'Passkey hinzufügen',
  added: 'Passkey hinzugefügt. Sie können sich jetzt damit anmelden.',
  failed:
    'Dieses Gerät konnte keinen Passkey erstellen. Versuchen Sie es mit einem anderen Gerät oder Browser.',
  exists: 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
  lastUsed: (when) => `zuletzt verwendet am ${when}`,
  lead: 'Melden Sie sich mit Fingerabdruck, Gesicht oder Geräte-PIN an, ohne auf eine E-Mail zu warten. Anmeldelinks per E-Mail funktionieren weiterhin.',
  name: 'Name dieses Geräts',
  nameHint: 'Daran erkennen Sie den Passkey, zum Beispiel „Handy“ oder „Laptop am Empfang“.',
  neverUsed: 'noch nicht verwendet',
  noDevice:
    'Passkeys sind in diesem Browser oder unter dieser Adresse nicht verfügbar. Melden Sie sich hier per E-Mail an.',
  none: 'Noch keine Passkeys',
  noneMore: 'Fügen Sie für jedes Gerät, mit dem Sie sich anmelden, einen hinzu.',
  passkeys: 'Passkeys',
  remove: 'Entfernen',
  removeMore:
    'Sie können sich mit diesem Passkey nicht mehr anmelden. Geräte, die ihn verwendet haben, bleiben angemeldet: Melden Sie sich auf allen Geräten ab, um das zu beenden.',
  removeOf: (name) => `„${name}“ entfernen?`,
  removed: (name) => `„${name}“ wurde entfernt.`,
  since: (when) => `hinzugefügt am ${when}`,
  cancelled: 'Es wurde kein Passkey erstellt. Versuchen Sie es erneut.',
};
