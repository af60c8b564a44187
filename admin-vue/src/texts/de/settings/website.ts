import type { website as en } from '../../en/settings/website.ts';

export const website: typeof en = {
  noOrigin: 'Gäste können noch auf keiner Website buchen.',
  toWebsites: 'Website hinzufügen',
  madeWith: 'Website erstellt mit',
  variant: 'Darstellung',
  strip: 'Woche',
  calendar: 'Monat',
  timeline: 'Zeitleiste',
  snippet: 'Code zum Einfügen',
  htmlMore:
    'Fügen Sie diesen Code dort ein, wo Gäste buchen sollen. Er funktioniert auf jeder Seite, auch im HTML-Block eines Website-Baukastens.',
  vueMore:
    'Eine Komponente mit Typen, im Quellcode dieses Servers enthalten. Pakete mit diesem Namen in öffentlichen Registern stammen nicht von uns.',
  nuxtMore:
    'Ein Modul mit der Komponente, im Quellcode dieses Servers enthalten. Pakete mit diesem Namen in öffentlichen Registern stammen nicht von uns.',
  reactMore:
    'Auch für Next.js. Im Quellcode dieses Servers enthalten. Pakete mit diesem Namen in öffentlichen Registern stammen nicht von uns.',
  wordpressMore:
    'Verwenden Sie unser Plugin, das im Quellcode dieses Servers enthalten ist, und tragen Sie in seinen Einstellungen die Adresse dieses Servers ein. Sie können auch den Block „Venue Booking“ verwenden.',
  preview: 'Vorschau',
  previewMore: 'Buchungen, die Sie hier machen, sind echt.',
};
