export const website = {
  noOrigin: 'Guests can’t book on any website yet.',
  toWebsites: 'Add a website',
  madeWith: 'Website built with',
  variant: 'Layout',
  strip: 'Week',
  calendar: 'Month',
  timeline: 'Timeline',
  page: 'Page of its own',
  mode: 'Place of the booking form',
  inline: 'In the page',
  button: 'Behind a button',
  dialog: 'Behind a link of yours',
  label: 'Text of the button or link',
  labelHint: 'If empty: “Book now”, in the language of your page.',
  facility: 'Opens at',
  facilityHint: 'Guests can still go to the others.',
  anyFacility: 'Guests choose',
  snippet: 'Code to paste',
  htmlMore:
    'Paste this code where guests should book. It works on any page, also in the HTML block of a site builder.',
  pageMore:
    'A complete page: save it as index.html on your web server. It fits phones, and follows light and dark.',
  dialogMore:
    'Any link or button with data-venue-booking-open opens the booking form. The attribute can also be on links in your menu.',
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
