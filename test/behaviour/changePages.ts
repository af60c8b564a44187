import assert from 'node:assert/strict';
import { newAddress } from '../stack/api.ts';
import type { PaidVenue } from '../stack/paidVenue.ts';
import type { Stack } from '../stack/stack.ts';

type Page = { status: number; text: string };

export const JSON_PLEASE = { accept: 'application/json' };

/** The status and the alert text of a page. */
export const alertOf = ({ status, text }: Page) => [status, /role="alert">([^<]+)</.exec(text)?.[1]];

export function assertRefused(answer: Page, status: number, text: RegExp): void {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.text, text);
}

/** The changes in a booking's history, each with its actor. */
export const changesOf = async (venue: Pick<PaidVenue, 'shown'>, id: number): Promise<string[]> =>
  (await venue.shown(id)).history
    .filter(({ action }: { action: string }) => ['moved', 'corrected'].includes(action))
    .map(({ actor, note }: { actor: string; note: string }) => `${actor}: ${note}`);

/** The ticket pages on which a guest changes a booking. Requests prefer Dutch. */
export function changePages(stack: () => Stack) {
  const at = (ticketUrl: string, path = '') => `${stack().api.url}${new URL(ticketUrl).pathname}${path}`;
  const ask = async (
    url: string,
    {
      accept = 'text/html',
      form,
      from = newAddress(),
    }: { accept?: string; form?: object; from?: string } = {},
  ) => {
    const response = await fetch(url, {
      headers: { Accept: accept, 'Accept-Language': 'nl', 'X-Forwarded-For': from },
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form as Record<string, string>) }),
    });
    const text = (await response.text()).replaceAll('\u00a0', ' ');
    const body = accept === 'application/json' ? JSON.parse(text) : undefined;
    return { status: response.status, location: response.headers.get('location'), text, body };
  };
  /** Asks for the quote of a change. */
  const quoted = (ticketUrl: string, wish: string) => ask(at(ticketUrl, `/change?${wish}`), JSON_PLEASE);
  return {
    at,
    ask,
    quoted,
    async quoteOf(ticketUrl: string, wish: string): Promise<string> {
      const { status, body, text } = await quoted(ticketUrl, wish);
      assert.equal(status, 200, text);
      return body.quote;
    },
    /** Confirms a change with its quote. */
    send: (ticketUrl: string, quote: string, from = newAddress()) =>
      ask(at(ticketUrl, '/change'), { ...JSON_PLEASE, form: { quote }, from }),
    refusal: async (ticketUrl: string, wish: string) => alertOf(await ask(at(ticketUrl, `/change?${wish}`))),
    /** The form of the confirmation page. */
    formOf(text: string) {
      const [, action = '', fields = ''] =
        /<form class="agree" method="post" action="([^"]+)">(.*?)<\/form>/s.exec(text) ?? [];
      const quote = /name="quote" value="([^"]+)"/.exec(fields)?.[1] ?? '';
      return { url: `${stack().api.url}${action.replaceAll('&amp;', '&')}`, form: { quote } };
    },
  };
}
