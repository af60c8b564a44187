const names = ['tenant', 'variant', 'accent', 'radius', 'locale', 'name', 'redirect'];

/** The attributes of `<venue-booking>` for these settings; null for one that it goes without. */
export const attributesOf = (settings) => names.map((name) => [name, settings[name]?.trim() || null]);

/** What is shown until the widget has come, and where it can't, for the page's author to complete. */
const instead = {
  en: '<p>You can also call or mail us to book.</p>',
  nl: '<p>Boeken kan ook: bel of mail ons.</p>',
};

const escapeAttribute = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * What to paste into a page.
 * @param publicUrl where this server is reached, without a closing slash
 * @param pinned of `integrity.json`: the script that never changes, and its digest; without it the newest is
 * loaded
 */
export function snippetText(publicUrl, settings, pinned) {
  const script = pinned
    ? [
        `src="${publicUrl}/widget/${pinned.name}"`,
        `integrity="${pinned.integrity}"`,
        'crossorigin="anonymous"',
      ]
    : [`src="${publicUrl}/widget/venue-booking.js"`];
  const attributes = attributesOf(settings)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
  return `<venue-booking
  ${attributes.join('\n  ')}>
  ${instead[settings.locale === 'en' ? 'en' : 'nl']}
</venue-booking>
<script ${script.join('\n  ')} async></script>`;
}
