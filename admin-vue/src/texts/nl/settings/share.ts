import type { share as en } from '../../en/settings/share.ts';

export const share: typeof en = {
  more: 'Op je pagina kunnen gasten boeken, ook als je geen website hebt. Deel het adres overal waar mensen je vinden.',
  notLive: 'Je locatie neemt nog geen online boekingen aan. Op de pagina staat dat je binnenkort opengaat.',
  address: 'Adres van je pagina',
  open: 'Pagina openen',
  facility: 'Onderdeel',
  facilityHint: 'De pagina opent bij dit onderdeel.',
  anyFacility: 'Gasten kiezen zelf',
  day: 'Dag',
  dayHint: 'Niet verplicht. De pagina opent op deze dag.',
  code: 'QR-code die je pagina opent',
  codeFile: 'QR-code (SVG)',
  posterPdf: 'Poster (PDF)',
  posterSvg: 'Poster (SVG)',
  places: 'Waar je het deelt',
  google: 'Google-bedrijfsprofiel',
  googleSteps: [
    'Zoek je locatie op Google terwijl je bent ingelogd en kies ‘Profiel bewerken’.',
    'Vul bij ‘Contact’ het adres in als website, als je er geen hebt.',
    'Kies ‘Boekingen’ en dan ‘Link toevoegen’, en plak het adres. Gasten zien dan een knop om te boeken.',
  ],
  instagram: 'Instagram',
  instagramSteps: [
    'Open je profiel en kies ‘Profiel bewerken’.',
    'Kies ‘Links’ en dan ‘Externe link toevoegen’, en plak het adres.',
    'Voor een verhaal kies je de linksticker en plak je het adres.',
  ],
  signature: 'E-mailhandtekening',
  signatureMore: 'Plak deze code als HTML in de handtekening van je mailprogramma.',
  signatureText: (venue) => `Boek online bij ${venue}`,
};
