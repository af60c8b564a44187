import controls from './controls.css?inline';
import dialog from './dialog.css?inline';
import motion from './motion.css?inline';
import pickers from './pickers.css?inline';
import steps from './steps.css?inline';
import tokens from './tokens.css?inline';

/**
 * One sheet for all widgets of a page. It is adopted, because a strict Content-Security-Policy blocks style
 * elements.
 */
export const sheet = new CSSStyleSheet();
sheet.replaceSync(tokens + controls + steps + pickers + motion + dialog);
