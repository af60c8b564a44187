import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { bookSection } from './sections/bookSection.ts';
import { contactSection } from './sections/contactSection.ts';
import { facilitySection } from './sections/facilitySection.ts';
import { heroSection } from './sections/heroSection.ts';
import { hoursSection } from './sections/hoursSection.ts';
import { rulesSection } from './sections/rulesSection.ts';
import { paragraphsHtml } from './sections/textHtml.ts';
import { structuredData } from './structuredData.ts';
import { texts } from './texts/texts.ts';
import { leadOf, paragraphsOf, pictureOf, type VenueData, venueText } from './venueData.ts';
import { venueLayout } from './venueLayout.ts';
import { pathIn, statementPath } from './venueLinks.ts';

/** The page of a venue as HTML. Complete without scripts, except for the widget. */
export function venueView(data: VenueData): string {
  const { page, locale, links } = data;
  const t = texts[locale];
  const { name } = page.contact;
  const lead = leadOf(venueText(data, 'description').text);
  const description = lead || t.defaultLine(name);
  const sections = [
    heroSection(data),
    ...(page.site.live || page.site.facilities.length > 0 ? [facilitySection(data)] : []),
    ...(page.site.live && page.site.facilities.length === 0 ? [] : [bookSection(data)]),
    columns(
      aboutSection(data, lead) + hoursSection(data),
      contactSection(data) + (page.site.live ? rulesSection(data) : ''),
    ),
  ];
  return venueLayout({
    ...{ venue: page.contact, locale, links, description },
    path: links.path,
    address: links.home,
    title: lead.length > 0 && lead.length <= 60 ? `${name} · ${lead.replace(/\.$/, '')}` : name,
    isIndexed: page.site.live,
    head: openGraph(data, description) + jsonLd(data),
    main: sections.join('\n'),
    footer: footer(data),
  });
}

/** Two columns in a wide window. Empty ones are left out. */
function columns(...all: string[]): string {
  const filled = all.filter(Boolean).map((html) => `<div>${html}</div>`);
  return filled.length > 0 ? `<div class="columns">${filled.join('\n')}</div>` : '';
}

/** The description, unless the line below the name has all of it. */
function aboutSection(data: VenueData, lead: string): string {
  const { text, lang } = venueText(data, 'description');
  const paragraphs = paragraphsOf(text);
  if (paragraphs.length === 0 || (paragraphs.length === 1 && paragraphs[0] === lead)) return '';
  return `<section class="prose" aria-labelledby="about"><h2 id="about">${texts[data.locale].about}</h2><div${lang}>${paragraphsHtml(text)}</div></section>`;
}

function openGraph(data: VenueData, description: string): string {
  const { page, locale, links } = data;
  const picture = pictureOf(data);
  const properties = {
    'og:type': 'website',
    'og:site_name': page.contact.name,
    'og:title': page.contact.name,
    'og:description': description,
    'og:url': links.home,
    'og:locale': texts[locale].openGraph,
    ...(picture && { 'og:image': picture }),
  };
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
  );
  return `${tags.join('\n')}
<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">\n`;
}

/** Only for pages that are indexed. */
const jsonLd = (data: VenueData): string =>
  data.page.site.live ? `<script type="application/ld+json">${structuredData(data)}</script>` : '';

function footer({ page, locale, links }: VenueData): string {
  const t = texts[locale];
  const statement = escapeHtml(pathIn(links, statementPath(links.slug)));
  return `<p dir="auto">${escapeHtml(page.contact.name)}</p><p><a href="${statement}">${t.accessibility}</a></p><p class="printed">${escapeHtml(links.home)}</p>`;
}
