const names = ['tenant', 'variant', 'accent', 'radius', 'locale', 'name', 'redirect'];

/** The attributes of `<venue-booking>` for these settings; null for an attribute to leave out. */
export const attributesOf = (settings) => names.map((name) => [name, settings[name]?.trim() || null]);

/** Shown until the widget has loaded, and where it cannot load. The page's author should complete it. */
const instead = {
  en: '<p>You can also call or mail us to book.</p>',
  nl: '<p>Boeken kan ook: bel of mail ons.</p>',
};

const escapeAttribute = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The HTML to paste into a page.
 * @param urls of this server and of the widget's files, without a trailing slash
 * @param pinned name and digest of a pinned script from `integrity.json`; without it the latest script is
 * loaded
 */
export function snippetText({ publicUrl, widgetUrl }, settings, pinned) {
  const script = pinned
    ? [`src="${widgetUrl}/${pinned.name}"`, `integrity="${pinned.integrity}"`, 'crossorigin="anonymous"']
    : [`src="${widgetUrl}/venue-booking.js"`];
  const attributes = attributesOf(settings)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
  // By default the API is at the script's origin, which an optimiser of the page may change.
  attributes.splice(1, 0, `api="${publicUrl}"`);
  return `<venue-booking
  ${attributes.join('\n  ')}>
  ${instead[settings.locale === 'en' ? 'en' : 'nl']}
</venue-booking>
<script ${script.join('\n  ')} async></script>`;
}
