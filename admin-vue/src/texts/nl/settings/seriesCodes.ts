import type { seriesCodes as english } from '../../en/settings/seriesCodes.ts';

/** Teksten van de codes waarmee gasten reeksen boeken. */
export const seriesCodes: typeof english = {
  more: 'Laat een vereniging of andere groep zelf een reeks boeken. Geef de groep de pagina van een code. Daarop boekt ze om de zoveel weken dezelfde tijd van één faciliteit, en betaalt bij de locatie.',
  none: 'Nog geen codes.',
  coming: (count, most) => `${count} van ${most} datums geboekt`,
  series: (position) => `Reeks ${position}`,
  end: 'Code beëindigen',
  endMore: (name) =>
    `Niemand kan meer boeken met de code van ${name}. Boekingen blijven staan; annuleer ze onder Boekingen.`,
  page: 'Pagina van de code',
  onlyNow:
    'Kopieer het adres nu: het wordt niet meer getoond. Iedereen die het heeft kan boeken, dus geef het alleen aan deze groep.',
  newCode: 'Nieuwe code',
  name: 'Gegeven aan',
  nameHint: 'Bijvoorbeeld een vereniging',
  facility: 'Faciliteit',
  most: 'Hoogste aantal komende datums',
  mostHint: 'Over alle reeksen van deze code, en hooguit een jaar vooruit',
  make: 'Code aanmaken',
};
