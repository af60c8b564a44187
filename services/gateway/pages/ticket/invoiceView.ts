import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import { type Failure, failureText } from '@venue-booking/proto/failures';
import { COUNTRIES } from '@venue-booking/proto/invoice/countries';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { documentTexts } from '../../documents/documentTexts.ts';
import type { GuestPage } from '../guest/guestPage.ts';
import { inLanguage, venueBar } from '../guest/languageSwitch.ts';
import { changeLabels } from './changeLabels.ts';

/** The names of the form's fields. */
export const INVOICE_FIELDS = ['company', 'street', 'postal_code', 'city', 'country', 'vat_number'] as const;
/** Fields that share a line. */
const SHORT: ReadonlySet<string> = new Set(['postal_code', 'city']);
export type InvoiceForm = Partial<Record<(typeof INVOICE_FIELDS)[number], string>>;

/** The page where a guest requests an invoice, without scripts. */
export function invoiceView({
  ticket,
  contact,
  path,
  language,
  form = {},
  failure,
}: {
  ticket: Ticket;
  contact: VenueContact;
  path: string;
  language: Locale;
  /** What the guest typed before. */
  form?: InvoiceForm;
  failure?: Failure | undefined;
}): GuestPage {
  const text = documentTexts[language];
  const to = (address: string) => inLanguage(address, language, ticket.locale);
  const field = (name: keyof InvoiceForm, label: string, autocomplete: string, more = '') =>
    `<label${SHORT.has(name) ? '' : ' class="wide"'}>${label} <input name="${name}" value="${escapeHtml(form[name] ?? '')}" autocomplete="${autocomplete}" maxlength="200"${more}></label>`;
  const main = `
${failure ? `<p class="refusal" role="alert">${escapeHtml(failureText(failure.code, failure.params, language))}</p>` : ''}
<section class="change">
<h1>${text.request}</h1>
<p class="soft">${text.requestAbout}</p>
<form class="fields" method="post" action="${to(`${path}/invoice`)}">
${field('company', text.company, 'organization', ' required')}
${field('street', text.street, 'billing street-address', ' required')}
${field('postal_code', text.postalCode, 'billing postal-code', ' required')}
${field('city', text.city, 'billing address-level2', ' required')}
<label class="wide">${text.country} <select name="country" autocomplete="billing country" required>${countryOptions(form.country ?? ticket.invoices?.country ?? '', language)}</select></label>
${field('vat_number', text.vatOptional, 'off', ' spellcheck="false" autocapitalize="characters"')}
<button class="pay">${text.submit}</button>
</form>
<p><a href="${to(path)}">${changeLabels[language].back}</a></p>
</section>`;
  return {
    language,
    title: `${text.request} – ${contact.name}`,
    bar: venueBar(contact, `${path}/invoice`, language, new URLSearchParams()),
    brand: contact.brand,
    main,
  };
}

/** All countries by name in the language of the page. */
function countryOptions(selected: string, language: Locale): string {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language))
    .map(
      ({ code, name }) =>
        `<option value="${code}"${code === selected ? ' selected' : ''}>${escapeHtml(name)}</option>`,
    )
    .join('');
}
