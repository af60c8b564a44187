import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { type Failure, failureStatus, failureText } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { GuestPage } from './guestPage.ts';
import { labels } from './labels.ts';
import { languageSwitch } from './languageSwitch.ts';
import { isReloading, nextReloadTag } from './reload.ts';

/** A page with a message and nothing else. */
export function messagePage(title: string, text: string, language: Locale): GuestPage {
  const main = `<article class="ticket problem"><header><h1>${title}</h1><p class="meaning">${escapeHtml(text)}</p></header></article>`;
  return { language, title, bar: languageSwitch('', language), main };
}

/**
 * The page of a failure, in the visitor's language. All invalid links get the same text. For a guest who
 * returns from the checkout, the page reloads after a temporary failure.
 * @param query query of the request
 */
export function failurePage({ code, params }: Failure, language: Locale, query = new URLSearchParams()) {
  const { expired, unknown, unknownMore, problem, tryingAgain, checking } = labels[language];
  const isUnknown = ['ticket_not_found', 'pay_link_not_found', 'waiting_not_found'].includes(code);
  const text = isUnknown ? unknownMore : failureText(code, params, language);
  const looks = failureStatus(code) >= 500 && isReloading(Number(query.get('returned')));
  const said = code === 'ticket_expired' ? expired : looks ? tryingAgain : problem;
  const title = isUnknown ? unknown : said;
  const page = messagePage(title, looks ? checking : text, language);
  const bar = languageSwitch('', language, query);
  return { ...page, bar, ...(looks && { head: nextReloadTag(query) }) };
}
