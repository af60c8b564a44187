import type { Texts } from '../../../locale.ts';

const en = {
  noOrigin: 'Guests can’t book on any website yet.',
  toWebsites: 'Add a website',
  madeWith: 'Website built with',
  variant: 'Layout',
  strip: 'Week',
  calendar: 'Month',
  timeline: 'Timeline',
  snippet: 'Code to paste',
  htmlMore:
    'Paste this code where guests should book. It works on any page, also in the HTML block of a site builder.',
  vueMore:
    'A typed component, included in the source code of this server. Packages with this name in public registries are not ours.',
  nuxtMore:
    'A module with the component, included in the source code of this server. Packages with this name in public registries are not ours.',
  reactMore:
    'Also for Next.js. Included in the source code of this server. Packages with this name in public registries are not ours.',
  wordpressMore:
    'Use our plugin, included in the source code of this server, and enter the address of this server in its settings. You can also use the block “Venue Booking”.',
  preview: 'Preview',
  previewMore: 'Bookings that you make here are real.',
};

export const widgetTexts: Texts<typeof en> = {
  en,
  nl: {
    noOrigin: 'Gasten kunnen nog op geen enkele website boeken.',
    toWebsites: 'Website toevoegen',
    madeWith: 'Website gemaakt met',
    variant: 'Weergave',
    strip: 'Week',
    calendar: 'Maand',
    timeline: 'Tijdlijn',
    snippet: 'Code om te plakken',
    htmlMore:
      'Plak deze code op de plek waar gasten boeken. Die werkt op elke pagina, ook in een HTML-blok van een websitebouwer.',
    vueMore:
      'Een component met types, die bij de broncode van deze server zit. Pakketten met deze naam in openbare registers zijn niet van ons.',
    nuxtMore:
      'Een module met de component, die bij de broncode van deze server zit. Pakketten met deze naam in openbare registers zijn niet van ons.',
    reactMore:
      'Ook voor Next.js. Zit bij de broncode van deze server. Pakketten met deze naam in openbare registers zijn niet van ons.',
    wordpressMore:
      'Gebruik onze plugin, die bij de broncode van deze server zit, en vul bij de instellingen het adres van deze server in. Je kunt ook het blok ‘Venue Booking’ gebruiken.',
    preview: 'Voorbeeld',
    previewMore: 'Boekingen die je hier maakt, zijn echt.',
  },
};
