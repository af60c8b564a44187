import type { website as en } from '../../en/settings/website.ts';

export const website: typeof en = {
  noOrigin: 'Gasten kunnen nog op geen enkele website boeken.',
  toWebsites: 'Website toevoegen',
  madeWith: 'Website gemaakt met',
  variant: 'Weergave',
  strip: 'Week',
  calendar: 'Maand',
  timeline: 'Tijdlijn',
  page: 'Aparte pagina',
  mode: 'Plek van het boekingsformulier',
  inline: 'Op de pagina',
  button: 'Achter een knop',
  dialog: 'Achter een eigen link',
  label: 'Tekst van de knop of link',
  labelHint: 'Leeg: ‘Boek nu’, in de taal van je pagina.',
  facility: 'Opent bij',
  facilityHint: 'Gasten kunnen altijd naar de andere.',
  anyFacility: 'Gasten kiezen zelf',
  snippet: 'Code om te plakken',
  htmlMore:
    'Plak deze code op de plek waar gasten boeken. Die werkt op elke pagina, ook in een HTML-blok van een websitebouwer.',
  pageMore:
    'Een complete pagina: sla die op als index.html op je webserver. Ze past op telefoons en volgt licht en donker.',
  dialogMore:
    'Elke link of knop met data-venue-booking-open opent het boekingsformulier, ook een link in je menu.',
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
};
