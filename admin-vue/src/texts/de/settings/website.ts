import type { website as en } from '../../en/settings/website.ts';

export const website: typeof en = {
  noOrigin: 'Gäste können noch auf keiner Website buchen.',
  toWebsites: 'Website hinzufügen',
  madeWith: 'Website erstellt mit',
  variant: 'Darstellung',
  strip: 'Woche',
  calendar: 'Monat',
  timeline: 'Zeitleiste',
  page: 'Eigene Seite',
  mode: 'Platz des Buchungsformulars',
  inline: 'Auf der Seite',
  button: 'Hinter einer Schaltfläche',
  dialog: 'Hinter Ihrem eigenen Link',
  label: 'Text der Schaltfläche oder des Links',
  labelHint: 'Leer: „Jetzt buchen“, in der Sprache Ihrer Seite.',
  facility: 'Öffnet bei',
  facilityHint: 'Gäste können weiterhin zu den anderen wechseln.',
  anyFacility: 'Gäste wählen selbst',
  snippet: 'Code zum Einfügen',
  htmlMore:
    'Fügen Sie diesen Code dort ein, wo Gäste buchen sollen. Er funktioniert auf jeder Seite, auch im HTML-Block eines Website-Baukastens.',
  pageMore:
    'Eine vollständige Seite: Speichern Sie sie als index.html auf Ihrem Webserver. Sie passt auf Smartphones und folgt Hell und Dunkel.',
  dialogMore:
    'Jeder Link und jede Schaltfläche mit data-venue-booking-open öffnet das Buchungsformular, auch ein Link in Ihrem Menü.',
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
