import pickers from './pickers.css?inline';
import css from './widget.css?inline';

/**
 * One sheet for all widgets of a page. It is adopted, because a strict Content-Security-Policy blocks style
 * elements.
 */
export const sheet = new CSSStyleSheet();
sheet.replaceSync(css + pickers);
