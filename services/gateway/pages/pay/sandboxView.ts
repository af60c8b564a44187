import { formatEuro } from '@venue-booking/domain/wording/formats';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { type SandboxCheckout, SandboxOutcome } from '@venue-booking/proto/payment/payment';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import type { GuestPage } from '../guest/guestPage.ts';
import { languageSwitch } from '../guest/languageSwitch.ts';

const nl = {
  test: 'Testomgeving: geen echt geld',
  title: 'Betalen',
  choose: 'Kies hoe deze testbetaling afloopt. Er wordt niets afgeschreven.',
  outcomes: {
    paid: 'Betaald',
    failed: 'Mislukt',
    canceled: 'Afgebroken',
    expired: 'Verlopen',
    late: 'Later betaald',
  },
  open: 'Open',
  over: 'Deze testbetaling is voorbij.',
  late: 'Deze testbetaling wordt later betaald, zoals bij een overboeking.',
  back: 'Terug naar je boeking',
};

const en: typeof nl = {
  test: 'Sandbox: no real money',
  title: 'Payment',
  choose: 'Choose how this test payment ends. Nothing is charged.',
  outcomes: {
    paid: 'Paid',
    failed: 'Failed',
    canceled: 'Cancelled',
    expired: 'Expired',
    late: 'Paid later',
  },
  open: 'Open',
  over: 'This test payment is over.',
  late: 'This test payment will be paid later, as with a bank transfer.',
  back: 'Back to your booking',
};

const texts: Record<Locale, typeof nl> = { nl, en, de: en, fr: en };

/**
 * The page of the sandbox provider: buttons for the outcome of a payment, or the outcome once it is decided.
 */
export function sandboxView(checkout: SandboxCheckout, language: Locale): GuestPage {
  const text = texts[language];
  const { id, amountCents, description, status, late, returnUrl } = checkout;
  const isOpen = status === 'open' && !late;
  const word = status !== 'open' ? text.outcomes[status] : late ? text.outcomes.late : text.open;
  const meaning = isOpen ? text.choose : late && status === 'open' ? text.late : text.over;
  const main = `
<article class="ticket ${status === 'paid' ? 'confirmed' : status === 'open' ? 'pending_payment' : 'expired'}">
<header>
<p class="status"><span class="unseen">Status: </span>${word}</p>
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
${SandboxOutcome.options.map((outcome) => `<button class="button${outcome === 'paid' ? ' pay' : ''}" name="outcome" value="${outcome}">${texts[language].outcomes[outcome]}</button>`).join('\n')}
</form>`;
