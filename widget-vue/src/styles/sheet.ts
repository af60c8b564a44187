import pickers from './pickers.css?inline';
import css from './widget.css?inline';

/**
 * One sheet for all widgets of a page. Adopted, as a strict Content-Security-Policy lets no style element
 * through.
 */
export const sheet = new CSSStyleSheet();
sheet.replaceSync(css + pickers);
