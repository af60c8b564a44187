import type { connection as en } from '../en/connection.ts';

export const connection: typeof en = {
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  downloadInterrupted: 'Der Download wurde unterbrochen. Versuchen Sie es erneut.',
  uploadFailed:
    'Das Bild konnte nicht hochgeladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  viewMissing: 'Dieser Teil kann ohne Verbindung nicht geladen werden.',
};
