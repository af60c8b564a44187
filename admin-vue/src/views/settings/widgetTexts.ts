import type { Texts } from '../../locale.ts';

const en = {
  noOrigin: 'Guests can’t book on any website yet.',
  toWebsites: 'Add yours',
  madeWith: 'Made with',
  variant: 'How a time is picked',
  strip: 'By week',
  calendar: 'By month',
  timeline: 'On a bar',
  snippet: 'What to paste',
  htmlMore: 'Paste it where guests should book. It works on any page, also in a site builder’s HTML block.',
  vueMore:
    'A component with types. It comes with the source code of this server: packages of that name elsewhere are not ours.',
  nuxtMore:
    'A module with the component. It comes with the source code of this server: packages of that name elsewhere are not ours.',
  reactMore:
    'Also for Next.js. It comes with the source code of this server: packages of that name elsewhere are not ours.',
  wordpressMore:
    'With our plugin, which comes with the source code of this server; its settings ask for this server’s address. Or use the block “Venue Booking”.',
  preview: 'What guests see',
  previewMore: 'A booking that you make here is a real one.',
};

export const widgetTexts: Texts<typeof en> = {
  en,
  nl: {
    noOrigin: 'Gasten kunnen nog op geen enkele website boeken.',
    toWebsites: 'Voeg die van jou toe',
    madeWith: 'Gemaakt met',
    variant: 'Hoe een tijd gekozen wordt',
    strip: 'Per week',
    calendar: 'Per maand',
    timeline: 'Op een balk',
    snippet: 'Wat je plakt',
    htmlMore:
      'Plak het waar gasten moeten boeken. Het werkt op elke pagina, ook in een HTML-blok van een websitebouwer.',
    vueMore:
      'Een component met types. Hij zit bij de broncode van deze server: pakketten met die naam elders zijn niet van ons.',
    nuxtMore:
      'Een module met de component. Hij zit bij de broncode van deze server: pakketten met die naam elders zijn niet van ons.',
    reactMore:
      'Ook voor Next.js. Hij zit bij de broncode van deze server: pakketten met die naam elders zijn niet van ons.',
    wordpressMore:
      'Met onze plugin, die bij de broncode van deze server zit; bij de instellingen vul je het adres van deze server in. Of gebruik het blok ‘Venue Booking’.',
    preview: 'Wat gasten zien',
    previewMore: 'Een boeking die je hier maakt, is een echte.',
  },
};
