import type { share as en } from '../../en/settings/share.ts';

export const share: typeof en = {
  more: 'Auf Ihrer Seite können Gäste buchen, auch wenn Sie keine Website haben. Teilen Sie die Adresse überall, wo man Sie findet.',
  notLive: 'Ihr Betrieb nimmt noch keine Online-Buchungen an. Auf der Seite steht, dass Sie bald öffnen.',
  address: 'Adresse Ihrer Seite',
  open: 'Seite öffnen',
  facility: 'Angebot',
  facilityHint: 'Die Seite öffnet bei diesem Angebot.',
  anyFacility: 'Gäste wählen selbst',
  day: 'Tag',
  dayHint: 'Optional. Die Seite öffnet an diesem Tag.',
  code: 'QR-Code, der Ihre Seite öffnet',
  codeFile: 'QR-Code (SVG)',
  posterPdf: 'Plakat (PDF)',
  posterSvg: 'Plakat (SVG)',
  places: 'Wo Sie die Adresse teilen',
  google: 'Google-Unternehmensprofil',
  googleSteps: [
    'Suchen Sie Ihren Betrieb auf Google, während Sie angemeldet sind, und wählen Sie „Profil bearbeiten“.',
    'Tragen Sie unter „Kontakt“ die Adresse als Website ein, wenn Sie keine haben.',
    'Wählen Sie „Buchungen“, dann „Link hinzufügen“, und fügen Sie die Adresse ein. Gäste sehen dann eine Schaltfläche zum Buchen.',
  ],
  instagram: 'Instagram',
  instagramSteps: [
    'Öffnen Sie Ihr Profil und wählen Sie „Profil bearbeiten“.',
    'Wählen Sie „Links“, dann „Externen Link hinzufügen“, und fügen Sie die Adresse ein.',
    'Für eine Story wählen Sie den Link-Sticker und fügen die Adresse ein.',
  ],
  signature: 'E-Mail-Signatur',
  signatureMore: 'Fügen Sie diesen Code als HTML in die Signatur Ihres E-Mail-Programms ein.',
  signatureText: (venue) => `Online buchen bei ${venue}`,
};
