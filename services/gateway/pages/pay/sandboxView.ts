import { formatEuro } from '@venue-booking/domain/wording/formats';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { type SandboxCheckout, SandboxOutcome } from '@venue-booking/proto/payment/payment';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import type { GuestPage } from '../guest/guestPage.ts';
import { languageSwitch } from '../guest/languageSwitch.ts';
import { statusLine } from '../guest/statusLine.ts';
import { sandboxTexts } from './payLabels.ts';

/**
 * The page of the sandbox provider: buttons for the outcome of a payment, or the outcome once it is decided.
 */
export function sandboxView(checkout: SandboxCheckout, language: Locale): GuestPage {
  const text = sandboxTexts[language];
  const { id, amountCents, description, status, late, returnUrl } = checkout;
  const isOpen = status === 'open' && !late;
  const word = status !== 'open' ? text.outcomes[status] : late ? text.outcomes.late : text.open;
  const meaning = isOpen ? text.choose : late && status === 'open' ? text.late : text.over;
  const main = `
<article class="ticket ${status === 'paid' ? 'confirmed' : status === 'open' ? 'pending_payment' : 'expired'}">
<header>
${statusLine(word, language)}
<h1>${formatEuro(toEuro(amountCents), language)}</h1>
<p class="when" dir="auto">${escapeHtml(description)}</p>
<p class="meaning" id="meaning">${meaning}</p>
</header>
<div class="stub">${isOpen ? outcomes(id, language) : `<a class="button pay" href="${escapeHtml(returnUrl)}">${text.back}</a>`}</div>
</article>`;
  return {
    language,
    title: `${text.title} – ${text.test}`,
    bar: `<p class="venue"><span class="test">${text.test}</span></p>${languageSwitch('', language)}`,
    main,
  };
}

const outcomes = (
  id: string,
  language: Locale,
): string => `<form class="outcomes" aria-labelledby="meaning" method="post" action="/sandbox/${encodeURIComponent(id)}">
${SandboxOutcome.options.map((outcome) => `<button class="button${outcome === 'paid' ? ' pay' : ''}" name="outcome" value="${outcome}">${sandboxTexts[language].outcomes[outcome]}</button>`).join('\n')}
</form>`;
