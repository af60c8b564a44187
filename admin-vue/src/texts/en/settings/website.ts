export const website = {
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
