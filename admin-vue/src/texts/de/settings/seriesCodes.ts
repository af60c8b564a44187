import type { seriesCodes as english } from '../../en/settings/seriesCodes.ts';

/** Texte der Codes, mit denen Gäste Serien buchen. */
export const seriesCodes: typeof english = {
  more: 'Lassen Sie einen Verein oder eine andere Gruppe selbst eine Serie buchen. Geben Sie ihr die Seite eines Codes. Dort bucht sie alle paar Wochen dieselbe Uhrzeit eines Angebots und zahlt vor Ort.',
  none: 'Noch keine Codes.',
  coming: (count, most) => `${count} von ${most} Terminen gebucht`,
  series: (position) => `Serie ${position}`,
  end: 'Code beenden',
  endMore: (name) =>
    `Mit dem Code von ${name} kann niemand mehr buchen. Buchungen bleiben; stornieren Sie sie unter Buchungen.`,
  page: 'Seite des Codes',
  onlyNow:
    'Kopieren Sie die Adresse jetzt: Sie wird nicht noch einmal angezeigt. Wer sie hat, kann buchen. Geben Sie sie nur dieser Gruppe.',
  newCode: 'Neuer Code',
  name: 'Ausgegeben an',
  nameHint: 'Zum Beispiel ein Verein',
  facility: 'Angebot',
  most: 'Höchstzahl kommender Termine',
  mostHint: 'Über alle Serien dieses Codes und höchstens ein Jahr im Voraus',
  make: 'Code anlegen',
};
