import type { connection as en } from '../en/connection.ts';

export const connection: typeof en = {
  unreachable: 'De server is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
  downloadInterrupted: 'De download is onderbroken. Probeer het opnieuw.',
  uploadFailed: 'De afbeelding kon niet worden geüpload. Controleer je verbinding en probeer het opnieuw.',
  viewMissing: 'Dit onderdeel kan zonder verbinding niet worden geladen.',
};
