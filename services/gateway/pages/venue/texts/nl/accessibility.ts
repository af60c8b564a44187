/** Texts of the accessibility statement. */
export const accessibility = {
  title: (venue: string) => `Toegankelijkheid van ${venue}`,
  intro: (venue: string) =>
    `Iedereen moet bij ${venue} kunnen boeken, ook met een beperking. Deze verklaring geldt voor deze pagina, het boekingsformulier, het ticket en de pagina’s waarop je je boeking wijzigt of annuleert.`,
  venueTitle: 'Op de locatie',
  statusTitle: 'Waaraan het boeken voldoet',
  status:
    'De pagina’s en het boekingsformulier zijn gemaakt volgens WCAG 2.2, niveau AA, en daarmee volgens hoofdstuk 9 van de Europese norm EN 301 549.',
  howTitle: 'Hoe dat is getest',
  how: [
    'Automatisch met axe, bij elke wijziging, in licht en donker, op telefoon en computer.',
    'Alle stappen met alleen het toetsenbord.',
    'Met tekst op 200 % en op schermen van 320 pixels breed.',
    'In hoge contrasten (forced colors) en zonder bewegingen.',
    'De teksten die een schermlezer krijgt, per stap.',
  ],
  limitsTitle: 'Wat nog niet kan',
  limits: [
    'De betaalpagina is van de betaalprovider. Die is zelf verantwoordelijk voor de toegankelijkheid.',
    'Voor boeken op deze pagina is JavaScript nodig. Zonder JavaScript lees je hier alles, en boek je telefonisch of per mail.',
    'Foto’s en eigen teksten zijn van de locatie.',
  ],
  contactTitle: 'Lukt iets niet?',
  contact: 'Meld het ons. We helpen je met boeken en lossen het op.',
  noContact: 'Meld het aan de locatie.',
  date: (date: string) => `Deze verklaring is opgesteld op ${date}.`,
  back: (venue: string) => `Terug naar ${venue}`,
};

export type AccessibilityTexts = typeof accessibility;
