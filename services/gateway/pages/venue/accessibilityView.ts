import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { longDate } from './pageFormats.ts';
import { contactSection } from './sections/contactSection.ts';
import { paragraphsHtml } from './sections/textHtml.ts';
import { texts } from './texts/texts.ts';
import { type VenueData, venueText } from './venueData.ts';
import { venueLayout } from './venueLayout.ts';
import { pathIn, statementOf, statementPath } from './venueLinks.ts';

/** The day on which the statement was last compared with the product. Change it with the texts. */
const STATEMENT_DATE = '2026-11-29';

/** The accessibility statement of a venue (European Accessibility Act) as HTML. */
export function accessibilityView(data: VenueData): string {
  const { page, locale, links } = data;
  const t = texts[locale].statement;
  const { name } = page.contact;
  const list = (items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const path = statementPath(links.slug);
  const { text, lang } = venueText(data, 'accessibility_text');
  const own = paragraphsHtml(text);
  const contact = contactSection(data);
  const main = `<article class="prose statement">
<p class="back"><a href="${escapeHtml(pathIn(links, links.path))}">${escapeHtml(t.back(name))}</a></p>
<h1 dir="auto">${escapeHtml(t.title(name))}</h1>
<p>${escapeHtml(t.intro(name))}</p>
${own && `<h2>${t.venueTitle}</h2><div${lang}>${own}</div>`}
<h2>${t.statusTitle}</h2><p>${t.status}</p>
<h2>${t.howTitle}</h2>${list(t.how)}
<h2>${t.limitsTitle}</h2>${list(t.limits)}
<h2>${t.contactTitle}</h2><p>${contact ? t.contact : t.noContact}</p>
${contact}
<p class="hint">${t.date(longDate(STATEMENT_DATE, locale))}</p>
</article>`;
  return venueLayout({
    ...{ venue: page.contact, locale, links, path, main, head: '', footer: '' },
    address: statementOf(links.home, links.slug),
    title: t.title(name),
    description: '',
    isIndexed: page.site.live,
  });
}
