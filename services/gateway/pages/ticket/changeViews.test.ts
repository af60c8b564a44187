import assert from 'node:assert/strict';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { OwnChangeQuote } from '@venue-booking/proto/booking/quote';
import type { Facility } from '@venue-booking/proto/facility/facility';
import type { DaySlots, Slot } from '@venue-booking/proto/facility/slot';
import { fail } from '@venue-booking/proto/failures';
import { test } from 'vitest';
import { contact, ticket as plain } from '../../testing/testTicket.ts';
import { changeSection } from './changeSection.ts';
import { chooseView, daysAround, type ToChoose } from './chooseView.ts';
import { confirmView } from './confirmView.ts';

const HOSTILE = `"><script>alert('1')</script>`;
const { booking } = plain;
const ticket: Ticket = {
  ...plain,
  change: { until: '2026-11-27T10:00', isOver: false, facilityId: 7, slotId: 1 },
};
const facility = { id: 7, name: 'Dagpas', min_people: 1, max_people_per_booking: 8 } as Facility;
const slot = (id: number, hour: number, more: Partial<Slot> = {}): Slot => ({
  id,
  starts_at: `2026-11-28T${hour}:00`,
  ends_at: `2026-11-28T${hour + 2}:00`,
  ...{ capacity: 8, booked: 0, free: 8, blocked: false, bookable: true },
  ...more,
});
const day: DaySlots = {
  ...{ facility: 'Dagpas', date: '2026-11-28', day_start: '06:00' },
  slots: [
    slot(1, 10, { free: 0, bookable: false, reason: 'full' }),
    slot(2, 12, { free: 1 }),
    slot(3, 14, { free: 0, bookable: false, reason: 'room_taken' }),
    slot(4, 16, { free: 0, bookable: false, reason: 'add_on_gone' }),
  ],
};
const days = ['27', '28', '29'].map((of) => ({ date: `2026-11-${of}`, free: 4, bookable: of !== '27' }));
const choose = (changes: Partial<ToChoose> = {}) =>
  chooseView({
    ...{ booking, contact, path: '/tickets/abc', language: 'nl', locale: 'nl' },
    ...{ query: new URLSearchParams(), request: {}, ownSlotId: 1, offered: { facility, day, days } },
    publicUrl: 'https://book.example',
    ...changes,
  } as ToChoose);
const quote: OwnChangeQuote = {
  ...{ total_eur: 30, amount_eur: 25, refund_eur: 0, open_eur: 5, lines: [], quote: 'signed' },
  ...{ valid_until: '2026-11-20T10:00:00Z', starts_at: '2026-11-28T12:00', ends_at: '2026-11-28T14:00' },
  ...{ people: 3, add_ons: [], cancel_until: '2026-11-27T12:00' },
};
const confirm = (
  changes: Partial<OwnChangeQuote> = {},
  of: Partial<Ticket> = {},
  language: 'nl' | 'en' = 'en',
) =>
  confirmView({
    ...{ ticket: { ...ticket, ...of }, contact, path: '/tickets/abc', language },
    query: new URLSearchParams({ slot: '2', people: '3' }),
    quote: { ...quote, ...changes },
  });
const moneyOf = (html: string) => /<p class="money">(.*?)<\/p>/s.exec(html)?.[1];

test('a ticket shows until when its booking can be changed, and links there until then', () => {
  const shown = (changes: Partial<Ticket> = {}, language: 'nl' | 'en' = 'nl') =>
    changeSection({ ...ticket, ...changes }, '/tickets/abc', language);
  assert.match(shown(), /href="\/tickets\/abc\/change">/);
  assert.match(shown({}, 'en'), /href="\/tickets\/abc\/change\?lang=en">/);
  const over = shown({ change: { until: '2026-11-27T10:00', isOver: true, facilityId: 7, slotId: 1 } });
  assert.equal(over, '<p class="note">Wijzigen kon tot vrijdag 27 november 2026, 10:00.</p>');
  const unpaid = shown({ booking: { ...booking, status: 'pending_payment' } });
  assert.match(unpaid, /^<p class="note">Zodra je hebt betaald/);
  const { change, ...never } = ticket;
  assert.equal(changeSection(never, '/tickets/abc', 'nl'), '');
});

test('shows available times as buttons, and the reason for the other times', () => {
  const { main } = choose();
  const buttons = [...main.matchAll(/<button(?: name="(\w+)" value="([^"]+)")?[^>]*>/g)].map(
    ([, name, value]) => [name, value],
  );
  assert.deepEqual(buttons, [
    [undefined, undefined],
    ['go', '2026-11-21'],
    ['go', '2026-12-05'],
    ...['27', '28', '29'].map((of) => ['go', `2026-11-${of}`]),
    ['slot', '1'],
    ['slot', '2'],
    ['slot', '4'],
  ]);
  assert.match(main, /<button [^>]+><b>10:00–12:00<\/b> <small>[^<]*je huidige tijd<\/small><\/button>/);
  assert.match(main, /<button [^>]+><b>12:00–14:00<\/b> <small>[^<]*nog 1 vrij</);
  assert.match(main, /<span class="taken"><b>14:00–16:00<\/b> <small>bezet</);
  const full = { days, day: { ...day, slots: [slot(5, 18, { free: 0, bookable: false, reason: 'full' })] } };
  const why = (of: Facility) => choose({ offered: { facility: of, ...full } }).main;
  assert.match(why(facility), /18:00–20:00<\/b> <small>vol</);
  assert.match(why({ ...facility, mode: 'FULL' }), /18:00–20:00<\/b> <small>bezet</);
  // Its own may be enough: the quote says.
  assert.match(main, /16:00–18:00<\/b> <small>[^<]*een verplichte extra is uitverkocht<\/small><\/button>/);
});

test('shows the days around the chosen day, and which of them have no free time', () => {
  const { main } = choose({ language: 'en', locale: 'en' });
  const week = /<div class="week">(.*?)<\/div>/s.exec(main)?.[1] ?? '';
  assert.match(week, /value="2026-11-27" class="none"><small>Fri<\/small> <b>27<\/b> <small>Nov</);
  assert.match(week, /value="2026-11-28" aria-current="date"><small>Sat</);
  assert.deepEqual(daysAround('2026-11-28'), { from: '2026-11-25', to: '2026-12-01' });
});

test('shows what each time costs for the chosen party, if the list of times covers it', () => {
  const priceIn = (shown: Partial<ToChoose>) =>
    /12:00–14:00<\/b> <small>([^·<]*)/.exec(choose(shown).main)?.[1];
  const offer = (of: object, totals_eur?: number[]) => ({
    offered: {
      facility: { ...facility, ...of } as Facility,
      day: { ...day, slots: [slot(2, 12, totals_eur && { price: { totals_eur } })] },
      days,
    },
  });
  const each = offer({ price_eur: 34.1 });
  assert.equal(priceIn({ ...each, request: { people: 3 } }), '€\u00a0102,30');
  assert.equal(priceIn({ ...each, booking: { ...booking, people: 2 } }), '€\u00a068,20');
  const name = { nl: 'Kind', en: 'Child' };
  const categories = ['adult', 'child'].map((key) => ({
    key,
    name,
    eur: 20,
    takes_place: true,
    min: 0,
    max: null,
  }));
  const listed = offer({ price: { per: 'person', from_eur: 20, varies: false, categories } }, [20, 35]);
  assert.equal(priceIn({ ...listed, request: { guests: { adult: 2, child: 0 } } }), '€\u00a035,00');
  for (const guests of [{ adult: 1, child: 1 }, { adult: 3 }])
    assert.equal(priceIn({ ...listed, request: { guests } }), undefined);
});

test('jumps to the times, or to the reason after a failure', () => {
  const { main } = choose();
  assert.match(
    main,
    /<form [^>]*action="\/tickets\/abc\/change#times">.*<h2 id="times" tabindex="-1">Tijden/s,
  );
  assert.doesNotMatch(choose({ failure: fail('slot_full') }).main, /id="times"/);
});

test('shows the current time and party of the booking', () => {
  const said = (people: number, language: 'nl' | 'en') =>
    /<p>[^<]+: (<b>.*)<\/p>/.exec(choose({ booking: { ...booking, people }, language }).main)?.[1];
  assert.match(said(1, 'nl') ?? '', /10:00–12:00<\/b>, 1 persoon \(€\u00a025,00\)$/);
  assert.match(said(4, 'nl') ?? '', /<\/b>, 4 personen \(/);
  assert.match(said(1, 'en') ?? '', /<\/b>, 1 person \(€25\.00\)$/);
  assert.match(said(4, 'en') ?? '', /<\/b>, 4 people \(/);
});

test('keeps a party beyond newer limits, and asks for guests by category', () => {
  const fieldOf = (html: string, name: string) =>
    new RegExp(`name="${name}" value="(\\d+)" min="(\\d+)" max="(\\d+)"`).exec(html)?.slice(1, 4).map(Number);
  const larger = choose({ booking: { ...booking, people: 12 } });
  assert.deepEqual(fieldOf(larger.main, 'people'), [12, 1, 12]);
  const category = (key: string, max: number | null) => ({
    ...{ key, name: { nl: key, en: key }, eur: 10, takes_place: true, min: 0, max },
  });
  const price = {
    per: 'person',
    from_eur: 10,
    varies: false,
    categories: [category('adult', null), category('child', 3)],
  };
  const guests = [{ key: 'child', name: { nl: 'Kind', en: 'Child' }, count: 2 }];
  const { main } = choose({
    booking: { ...booking, guests },
    offered: { facility: { ...facility, price } as Facility, day, days },
  });
  assert.deepEqual(fieldOf(main, 'guests.adult'), [0, 0, 8]);
  assert.deepEqual(fieldOf(main, 'guests.child'), [2, 0, 3]);
  assert.equal(fieldOf(main, 'people'), undefined);
  const named = choose({
    booking: { ...booking, guests },
    offered: {
      facility: { ...facility, price: { ...price, categories: [category('constructor', null)] } },
      day,
      days,
    },
  } as unknown as Partial<ToChoose>);
  assert.deepEqual(
    fieldOf(named.main, 'guests.constructor'),
    [0, 0, 8],
    'a property that every object inherits',
  );
});

test('asks for add-ons by piece or checkbox, and lists required and discontinued ones', () => {
  const addOn = (key: string, per: string, more: object = {}) => ({
    ...{ key, name: { nl: `${key} nl`, en: `${key} en` }, eur: 3.5, per, required: false, max: 1 },
    ...more,
  });
  const booked = (key: string, count: number) => ({ key, name: { nl: key, en: key }, count });
  const price = {
    ...{ per: 'person', from_eur: 10, varies: false },
    add_ons: [
      addOn('towel', 'piece', { max: 6 }),
      addOn('slippers', 'piece', { required: true, max: 4, eur: 0 }),
      addOn('robe', 'person'),
      addOn('dinner', 'booking'),
      addOn('cleaning', 'booking', { required: true }),
      addOn('linen', 'booking', { required: true }),
    ],
  };
  const shown = (changes: Partial<ToChoose> = {}, add_ons = [booked('towel', 8), booked('robe', 2)]) =>
    choose({
      booking: { ...booking, add_ons: [...add_ons, booked('cleaning', 1), booked('sled', 2)] },
      offered: { facility: { ...facility, price } as Facility, day, days },
      ...changes,
    }).main;
  const inputs = (html: string) =>
    [...html.matchAll(/<input type="\w+" name="add_ons\.([^>]+)>/g)].map(([, rest]) =>
      rest?.replaceAll('"', ''),
    );
  const number = (rest: string) => `${rest} step=1 required inputmode=numeric`;
  assert.deepEqual(inputs(shown()), [
    number('towel value=8 min=0 max=8'),
    number('slippers value=0 min=0 max=4'),
    'robe value=0',
    'robe value=1 checked',
    'dinner value=0',
    'dinner value=1',
  ]);
  const request = { add_ons: { towel: 7, slippers: 2, robe: 0, dinner: 1 } };
  assert.deepEqual(inputs(shown({ request }, [booked('slippers', 3)])), [
    number('towel value=7 min=0 max=6'),
    number('slippers value=2 min=1 max=4'),
    'robe value=0',
    'robe value=1',
    'dinner value=0',
    'dinner value=1 checked',
  ]);
  const notes = (html: string) => [...html.matchAll(/<p class="soft">([^<]+)<\/p>/g)].map(([, note]) => note);
  assert.deepEqual(notes(shown()).slice(0, 2), [
    'cleaning nl (€\u00a03,50 per boeking) hoort bij elke boeking.',
    'Niet meer te boeken, maar blijft in je boeking: 2 × sled.',
  ]);
  assert.match(shown({ language: 'en' }), /<bdi>towel en<\/bdi> <small>€3\.50 each<\/small>/);
  assert.match(shown({ language: 'en' }), /<bdi>slippers en<\/bdi> <small>free<\/small>/);
  assert.doesNotMatch(shown(), /linen/, 'an add-on that became required later is not added');
  assert.doesNotMatch(choose().main, /Extra/);
});

test('shows images of add-ons only from this server', () => {
  const imageOf = (image?: string, per = 'piece') => {
    const addOn = {
      key: 'towel',
      name: { nl: 'Handdoek', en: 'Towel' },
      eur: 1,
      per,
      required: false,
      max: 2,
    };
    const price = { add_ons: [{ ...addOn, ...(image && { image }) }] };
    const { main } = choose({
      offered: { facility: { ...facility, price } as unknown as Facility, day, days },
    });
    return /<img [^>]*>/.exec(main)?.[0];
  };
  const path = '/images/0199f7c2/480.webp';
  for (const image of [path, `https://book.example${path}`])
    for (const per of ['piece', 'booking'])
      assert.equal(imageOf(image, per), `<img src="${path}" alt="" width="56" loading="lazy">`);
  assert.match(imageOf('/a.webp?a="&b') ?? '', /src="\/a\.webp\?a=%22&amp;b"/);
  for (const image of [
    undefined,
    'https://elsewhere.example/a.webp',
    '//elsewhere.example/a.webp',
    '/.//elsewhere.example/a.webp',
    'https://[',
  ])
    assert.equal(imageOf(image), undefined, image);
});

test('shows add-ons before and after the change', () => {
  const robe = { key: 'robe', name: { nl: 'Badjas', en: 'Robe' } };
  const taking = { booking: { ...booking, add_ons: [{ ...robe, count: 2 }] } };
  const shown = (changes: Partial<OwnChangeQuote>) =>
    [...confirm(changes, taking).main.matchAll(/<dt>Extras<\/dt><dd dir="auto">([^<]+)</g)].map(
      ([, what]) => what,
    );
  assert.deepEqual(shown({ add_ons: [{ ...robe, count: 3 }] }), ['2 × Robe', '3 × Robe']);
  assert.deepEqual(shown({ add_ons: [] }), ['2 × Robe']);
});

test('shows the price, the refund and the amount left to pay before the guest confirms', () => {
  const texts = (changes: Partial<OwnChangeQuote>, of: Partial<Ticket> = {}) =>
    moneyOf(confirm(changes, of).main);
  assert.equal(
    texts({}, { paymentStatus: 'paid' }),
    'The price changes from €25.00 to €30.00. You have €5.00 left to pay at the venue.',
  );
  assert.match(
    texts({ total_eur: 20, refund_eur: 5, open_eur: 0 }, { paymentStatus: 'paid' }) ?? '',
    /^The price changes from €25.00 to €20.00. You get a refund of €5.00/,
  );
  assert.equal(texts({ total_eur: 25, open_eur: 0 }, { paymentStatus: 'paid' }), 'The price stays €25.00.');
  assert.equal(
    texts({ open_eur: 0 }),
    'The price changes from €25.00 to €30.00. You pay €30.00 at the venue.',
  );
  assert.equal(texts({ total_eur: 0, amount_eur: 0, open_eur: 0 }), '');
});

test('translates price lines to the language of the page where possible', () => {
  const adult = { key: 'adult', name: { nl: 'Volwassene', en: 'Adult' } };
  const robe = { key: 'robe', name: { nl: 'Badjas', en: 'Robe' } };
  const line = (text: string, count = 1) => ({ text, count, amount_eur: 10 });
  const of = {
    booking: {
      ...{ ...booking, guests: [{ ...adult, count: 2 }], add_ons: [{ ...robe, count: 2 }] },
      price_lines: [line('Volwassene', 2), line('Gezinskaart'), line('Badjas', 2)],
    },
  };
  const changes = {
    ...{ guests: [{ ...adult, count: 3 }], add_ons: [] },
    lines: [line('Volwassene', 3), line('4 personen'), line('Extra persoon', 2), line('Minimumbedrag')],
  };
  const rows = (language: 'nl' | 'en') =>
    [...confirm(changes, of, language).main.matchAll(/<dt>([^<]+)<\/dt><dd dir="auto">€\s?10[.,]00/g)].map(
      ([, label]) => label,
    );
  assert.deepEqual(rows('en'), [
    '2 × Adult',
    'Gezinskaart',
    '2 × Robe',
    '3 × Adult',
    '4 people',
    '2 × extra person',
    'Minimum charge',
  ]);
  assert.deepEqual(rows('nl'), [
    '2 × Volwassene',
    'Gezinskaart',
    '2 × Badjas',
    '3 × Volwassene',
    '4 personen',
    '2 × extra persoon',
    'Minimumbedrag',
  ]);
});

test('submits only the quote, and keeps the change in the URL', () => {
  const { main } = confirm();
  const [, action, fields] =
    /<form class="agree" method="post" action="([^"]+)">(.*?)<\/form>/s.exec(main) ?? [];
  assert.equal(action, '/tickets/abc/change?slot=2&amp;people=3');
  assert.deepEqual(fields?.match(/<input[^>]*>/g), ['<input type="hidden" name="quote" value="signed">']);
  assert.match(main, /href="\/tickets\/abc\/change\?people=3">Choose something else/);
  assert.match(confirm().bar, /\?slot=2&amp;people=3&amp;lang=nl"/);
});

test('escapes text of guests and venues', () => {
  const hostile = { ...contact, name: HOSTILE };
  const failure = fail('guests_too_many', { name: HOSTILE, max: 1 });
  const query = new URLSearchParams({ [HOSTILE]: HOSTILE });
  const hostileItem = { key: 'sled', name: { nl: HOSTILE, en: HOSTILE }, eur: 1, per: 'piece' };
  const pages = [
    choose({ contact: hostile, failure, query }),
    choose({
      booking: { ...booking, add_ons: [{ ...hostileItem, count: 1 }] },
      offered: {
        facility: {
          ...facility,
          price: { add_ons: [{ ...hostileItem, key: 'other', required: false, max: 2 }] },
        } as unknown as Facility,
        day,
        days,
      },
    }),
    confirmView({
      ...{ ticket, contact: hostile, path: '/tickets/abc', language: 'nl', query },
      quote: {
        ...quote,
        quote: HOSTILE,
        lines: [1, 2].map(() => ({ text: HOSTILE, count: 1, amount_eur: 1 })),
      },
    }),
  ];
  for (const { bar, main } of pages) assert.doesNotMatch(bar + main, /<script|alert\('/);
});
