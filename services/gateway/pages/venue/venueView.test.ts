import assert from 'node:assert/strict';
import type { VenueDay } from '@venue-booking/proto/venue/venuePage';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { facility, venueData, venuePage } from '../../testing/testVenue.ts';
import { plainSources } from '../layout/html.ts';
import { accessibilityView } from './accessibilityView.ts';
import { structuredData } from './structuredData.ts';
import { leadOf } from './venueData.ts';
import { linksOf } from './venueLinks.ts';
import { venueView } from './venueView.ts';

/** The first day of the venue's calendar, in the morning. */
const NOW = new Date('2026-11-29T10:00:00+01:00');
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterAll(() => void vi.useRealTimers());

const view = (...changes: Parameters<typeof venueData>) => venueView(venueData(...changes));
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const parsed = (...changes: Parameters<typeof venueData>) =>
  JSON.parse(structuredData(venueData(...changes)));

test('shows the venue, its facility with price and next time, and its hours', () => {
  const html = view({
    description: 'Sauna aan het water.\n\nMet hout gestookt.',
    contact: { phone: '030 123 4567', address: 'Kade 1\n3511 AB Utrecht', contactEmail: 'a@b.example' },
  });
  const text = textOf(html);
  assert.match(
    html,
    /<h1 dir="auto">Sauna aan het Meer<\/h1><p class="lead" dir="auto">Sauna aan het water\./,
  );
  for (const shown of [
    'Vandaag open 10:00–22:00',
    'Kade 1, 3511 AB Utrecht',
    '12,50 per persoon',
    '2,5 uur · privé, tot 6 personen',
    'Eerste plek vandaag 16:00',
    'Maandag 10:00–22:00',
    'Annuleren kan tot 24 uur voor het begin.',
    'Je betaalt veilig online.',
    'Bel 030 123 4567 of mail a@b.example',
  ])
    assert.ok(text.includes(shown), `${shown}: ${text}`);
  assert.match(html, /href="tel:0301234567"/);
  assert.match(html, /openstreetmap\.org\/search\?query=Kade\+1%2C\+3511\+AB\+Utrecht"/);
  assert.match(html, /<venue-booking tenant="sauna" api="" locale="nl"/);
  assert.match(html, /<script src="https:\/\/book\.example\/widget\/venue-booking\.js" async>/);
  assert.match(html, /\?vb-facility=7&amp;vb-date=2026-11-29#book"/);
});

test('a venue with nothing to book has no booking form', () => {
  const html = view({ site: { facilities: [] } });
  assert.match(html, /Er is nu niets te boeken/);
  assert.doesNotMatch(html, /<venue-booking|Openingstijden|Boek nu/);
});

test('a bare venue has no empty parts', () => {
  const html = view({ site: { facilities: [{ ...facility, images: [], description: '' }] } });
  assert.doesNotMatch(html, /<p[^>]*><\/p>|<img|undefined|null|<h2[^>]*>(Over ons|Adres en contact)/);
});

test('hostile texts of a venue stay text', () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u2028</title>';
  const data = venueData(
    {
      description: evil,
      accessibilityText: evil,
      contact: { name: evil, address: evil, phone: evil, contactEmail: evil },
      site: {
        facilities: [{ ...facility, name: evil, description: evil, images: ['javascript:alert(1)', evil] }],
        terms_url: 'javascript:alert(1)',
      },
    },
    { locale: 'en' },
  );
  for (const html of [venueView(data), accessibilityView(data)]) {
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    const expected = ['type="application/ld+json">', 'src="/v/assets/', 'src="https://book.example/widget/'];
    assert.ok(
      scripts.every((tag) => expected.some((start) => tag.startsWith(`<script ${start}`))),
      scripts.join(),
    );
    assert.doesNotMatch(html, /<img src=x|href="javascript:|src="javascript:|<\/title>.*<\/title>/is);
  }
  assert.equal(JSON.parse(structuredData(data)).name, evil.replace('\u2028', ' '));
});

test('closed and unusual days are marked, also later ones', () => {
  const special = (date: string, hours: VenueDay['hours']) => ({ ...day, date, hours });
  const [day] = venuePage.days as [VenueDay];
  const days = venuePage.days
    .with(0, special(day.date, []))
    .with(1, special('2026-11-30', day.hours.slice()));
  const later = special('2026-12-25', [{ opens_at: '12:00', closes_at: '02:00' }]);
  const html = view({ days: [...days, later] });
  const text = textOf(html);
  assert.match(text, /Vandaag gesloten/);
  assert.match(text, /Zondag Vandaag afwijkend Gesloten Maandag 10:00–22:00/);
  assert.match(text, /Afwijkende dagen vr 25 dec 12:00–02:00/);
  const { openingHoursSpecification: week, specialOpeningHoursSpecification: specials } = parsed({
    days: [...days, later],
  });
  assert.equal(week.length, 7);
  assert.deepEqual(week[0], {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: 'https://schema.org/Sunday',
    opens: '10:00',
    closes: '22:00',
  });
  assert.deepEqual(
    specials.map(({ opens, closes, validFrom, validThrough }: Record<string, string>) => [
      ...[opens, closes, validFrom, validThrough],
    ]),
    [
      ['00:00', '00:00', '2026-11-29', '2026-11-29'],
      ['12:00', '02:00', '2026-12-25', '2026-12-25'],
    ],
  );
});

test('describes the venue for search engines', () => {
  const found = parsed({ contact: { address: 'Kade 1\n3511 AB Utrecht', phone: '030 123 4567' } });
  assert.equal(found['@type'], 'LocalBusiness');
  assert.equal(found.url, 'https://book.example/v/sauna');
  assert.deepEqual(found.address, {
    '@type': 'PostalAddress',
    streetAddress: 'Kade 1',
    postalCode: '3511 AB',
    addressLocality: 'Utrecht',
  });
  const [offer] = found.makesOffer;
  assert.deepEqual(offer.priceSpecification, {
    '@type': 'UnitPriceSpecification',
    priceCurrency: 'EUR',
    price: 12.5,
    unitText: 'person',
  });
  assert.equal(offer.itemOffered.image, 'https://book.example/images/sauna.svg');
  assert.equal(found.potentialAction.target.urlTemplate, 'https://book.example/v/sauna');
  const strange = parsed({ contact: { address: 'Achter de molen' } });
  assert.deepEqual(strange.address, { '@type': 'PostalAddress', streetAddress: 'Achter de molen' });
});

test('without the other services, the page lacks only what they know', () => {
  const html = view({}, { next: null, paysOnline: undefined });
  assert.match(html, /Privésauna/);
  assert.doesNotMatch(html, /Eerste plek|bezet of gesloten|Je betaalt/);
  assert.match(textOf(view({}, { next: [] })), /De komende vijf weken is alles bezet of gesloten/);
});

test('before it is live, the page says so and is not indexed', () => {
  const html = view({ site: { live: false } });
  assert.match(html, /Online boeken kan hier binnenkort/);
  assert.match(html, /<meta name="robots" content="noindex">/);
  assert.doesNotMatch(html, /<venue-booking|ld\+json|Boek nu/);
  assert.doesNotMatch(view(), /noindex/);
});

test('the address of the page is the primary domain, else the subdomain, else on the platform', () => {
  const settings = { publicUrl: 'https://book.example', baseDomain: 'base.example', widgetUrl: undefined };
  const home = (primaryDomain: string | null, baseDomain: string | undefined) =>
    linksOf({ slug: 'sauna', primaryDomain }, { ...settings, baseDomain }, { own: true, chosen: 'en' });
  const own = home('boek.sauna.nl', 'base.example');
  assert.equal(own.home, 'https://boek.sauna.nl/');
  assert.equal(home(null, 'base.example').home, 'https://sauna.base.example/');
  assert.equal(home(null, undefined).home, 'https://book.example/v/sauna');
  const html = view({}, { links: own, locale: 'en' });
  assert.match(html, /<link rel="canonical" href="https:\/\/boek\.sauna\.nl\/\?locale=en">/);
  assert.match(html, /hreflang="nl" href="https:\/\/boek\.sauna\.nl\/\?locale=nl"/);
  assert.match(html, /hreflang="x-default" href="https:\/\/boek\.sauna\.nl\/"/);
  assert.match(html, /href="\/v\/sauna\/accessibility\?locale=en"/, 'keeps the selected language');
  assert.match(html, /property="og:url" content="https:\/\/boek\.sauna\.nl\/"/);
});

test('the line below the name is the first paragraph, as far as it is short', () => {
  assert.equal(leadOf('Sauna\naan zee.\n \nMeer.'), 'Sauna aan zee.');
  assert.equal(leadOf(null), '');
  assert.equal(leadOf(`${'Mooi. '.repeat(40)}`).length <= 160, true);
  assert.match(leadOf('a'.repeat(500)), /^a{159}…$/);
});

test('the accessibility statement shows what the venue adds, and whom to contact', () => {
  const text = textOf(
    accessibilityView(venueData({ accessibilityText: 'Geen drempels.', contact: { phone: '030 123 4567' } })),
  );
  for (const shown of ['WCAG 2.2', 'EN 301 549', 'Geen drempels.', '030 123 4567', '29 november 2026'])
    assert.ok(text.includes(shown), shown);
  assert.doesNotMatch(textOf(accessibilityView(venueData())), /Op de locatie/);
});

test('shows texts of the venue in the language of the page, else in its own language', () => {
  const translations = {
    de: { description: 'Sauna am <See>.\n\nMit Holz beheizt.', accessibility_text: 'Keine Stufen.' },
    fr: {},
  };
  const own = { description: 'Sauna aan het meer.', accessibilityText: 'Geen drempels.', translations };
  const german = venueData(own, { locale: 'de' });
  const html = venueView(german);
  assert.match(html, /<p class="lead" dir="auto">Sauna am &lt;See&gt;\.<\/p>/);
  assert.match(html, /<h2 id="about">[^<]+<\/h2><div><p[^>]*>Sauna am/);
  assert.match(html, /name="description" content="Sauna am &lt;See&gt;\."/);
  assert.match(html, /property="og:description" content="Sauna am &lt;See&gt;\."/);
  assert.doesNotMatch(html, /aan het meer/);
  assert.equal(JSON.parse(structuredData(german)).description, translations.de.description);
  assert.match(accessibilityView(german), /<div><p[^>]*>Keine Stufen\./);
  for (const locale of ['fr', 'en'] as const) {
    const data = venueData(own, { locale });
    assert.match(venueView(data), /<p class="lead" dir="auto" lang="nl">Sauna aan het meer\./);
    assert.match(accessibilityView(data), /<div lang="nl"><p[^>]*>Geen drempels\./);
  }
});

test('names the type of business for search engines', () => {
  assert.equal(parsed({ businessType: 'DaySpa' })['@type'], 'DaySpa');
});

test('shows the brand of the venue, and facilities in the language of the page', () => {
  const image = (id: string) => `/images/00000000-0000-4000-8000-00000000000${id}/1600.webp`;
  const brand = {
    accent: '#ffcc00',
    radius: 0,
    logo: image('1'),
    picture: image('2'),
    focus: { x: 0.26, y: 1 },
  };
  const translated = { ...facility, translations: { en: { name: 'Private sauna' } } };
  const html = view({ contact: { brand }, site: { facilities: [translated] } }, { locale: 'en' });
  assert.match(html, /<link rel="stylesheet" href="\/brand\/[^"]*ffcc00-0\.css">/);
  assert.match(
    html,
    /<img src="https:\/\/book\.example\/images\/[^"]*1\/1600\.webp" alt="Sauna aan het Meer">/,
  );
  assert.match(
    html,
    /<div class="picture" data-focus-x="3" data-focus-y="10"><img src="[^"]*2\/1600\.webp" srcset="/,
  );
  assert.match(
    html,
    /<h3 dir="auto">Private sauna<\/h3>.*<p class="text" dir="auto" lang="nl">Met uitzicht\./s,
  );
  assert.match(html, /<venue-booking [^>]*accent="#ffcc00" radius="0">/);
  assert.match(html, /property="og:image" content="https:\/\/book\.example\/images\/[^"]*2\/1600\.webp"/);
});

test('opens the first facility with a free time in the widget, if there are several', () => {
  const facilities = [{ ...facility, id: 3 }, facility];
  assert.match(view({ site: { facilities } }), /<venue-booking [^>]*facility="7">/);
  assert.match(view({ site: { facilities } }), /<a class="button" href="#facilities">/);
  assert.doesNotMatch(view(), /<venue-booking [^>]*facility=/);
});

test('the list of websites that may frame a venue has a limited length and no other directives', () => {
  const many = Array.from({ length: 100 }, (_, index) => `https://${'x'.repeat(100)}${index}.example`);
  const kept = plainSources(['https://a.example:8443', 'https://x;sandbox', 'http://[::1]:3000', ...many]);
  assert.deepEqual(kept.slice(0, 2), ['https://a.example:8443', many[0]]);
  assert.ok(kept.join(' ').length <= 4000 && kept.length > 30);
});
