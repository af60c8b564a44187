import assert from 'node:assert/strict';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { test } from 'vitest';
import { newAddOn } from './addOnDraft.ts';
import { categoriesOf, newCategory } from './guestDraft.ts';
import { applySinglePrice, draftOf, newParty, newRule, pricesOf } from './priceDraft.ts';

test('keeps an unedited price list unchanged', () => {
  const pricing: Pricing = {
    per: 'party',
    parties: [
      { people: 2, eur: 135, each_more_eur: 42.5 },
      { people: 7, eur: 380 },
    ],
    rules: [
      {
        ...{ name: 'Weekend', translations: { nl: { name: 'Weekend' } }, weekdays: [6, 7], from_people: 7 },
        ...{ effect: 'replace', eur: 500, per: 'booking' },
      },
      { name: 'Group', from_people: 7, effect: 'at_least', eur: 380, per: 'booking' },
      { name: 'Evening', from_time: '18:00', to_time: '22:00', effect: 'multiply', percent: 90 },
      { name: 'Early', from_hours_ahead: 168, to_hours_ahead: 720, effect: 'multiply', percent: 95 },
      {
        ...{ name: 'Christmas', first_date: '2026-12-24', last_date: '2027-01-01', yearly: true },
        ...{ to_people: 6, effect: 'add', eur: -5, per: 'person' },
      },
    ],
    least_eur: 50,
  };
  assert.deepEqual(pricesOf(draftOf(pricing, 12.5)), { pricing });
  const plain: Pricing = { per: 'booking', eur: 90, rules: [] };
  assert.deepEqual(pricesOf(draftOf(plain, 9)), { pricing: plain });
});

test('saves a plain price per person without a price list', () => {
  assert.deepEqual(pricesOf(draftOf(null, 12.5)), { price_eur: 12.5, pricing: null });
  assert.deepEqual(pricesOf({ ...draftOf(undefined, 12.5), least_eur: 20 }).pricing, {
    ...{ per: 'person', eur: 12.5, rules: [], least_eur: 20 },
  });
});

test('omits conditions that are switched off, and a condition on all weekdays', () => {
  const draft = {
    ...draftOf(null, 10),
    rules: [{ ...newRule(), name: 'Busy', weekdays: [7, 6, 5, 4, 3, 2, 1] }],
  };
  assert.deepEqual(pricesOf(draft).pricing?.rules, [
    { name: 'Busy', effect: 'replace', eur: 0, per: 'person' },
  ]);
});

test('keeps each percentage of a rule, which the form shows as a change', () => {
  const changes: [number, number][] = [
    [110, 10],
    [90, -10],
    [0, -100],
    [100.1, 0.1],
    [1000, 900],
    [87.25, -12.75],
  ];
  for (const [percent, change] of changes) {
    const rules = [{ name: 'Weekend', effect: 'multiply' as const, percent }];
    const draft = draftOf({ per: 'person', eur: 10, rules }, 0);
    assert.equal(draft.rules[0]?.change, change);
    assert.deepEqual(pricesOf(draft).pricing?.rules, rules);
  }
});

test('sorts prices by party size', () => {
  const draft = { ...draftOf(null, 0), per: 'party' as const, parties: [newParty(4), newParty(2)] };
  assert.deepEqual(
    pricesOf(draft).pricing?.parties?.map(({ people }) => people),
    [2, 4],
  );
});

test('starts one price with that of the smallest party, not with 0, after prices by party size', () => {
  const parties = [
    { ...newParty(4), eur: 220 },
    { ...newParty(2), eur: 135 },
  ];
  for (const [eur, kept] of [
    [0, 135],
    [12.5, 12.5],
  ] as const) {
    const draft = { ...draftOf(null, eur), parties };
    applySinglePrice(draft);
    assert.equal(draft.eur, kept);
  }
});

test('keeps the keys of categories and bundles after a rename', () => {
  const pricing: Pricing = {
    ...{ per: 'person', eur: 24.5 },
    categories: [
      { key: 'adult', name: { nl: 'Volwassene', en: 'Adult' }, percent: 100, min: 1, max: 6 },
      { key: 'child', name: { nl: 'Kind', en: 'Child' }, eur: 12, vat_percent: 9 },
      { key: 'baby', name: { nl: 'Baby', en: 'Baby' }, eur: 0, takes_place: false, max: 2 },
    ],
    bundles: [
      {
        name: 'Gezinskaart',
        guests: [
          { category: 'adult', from: 2, to: 2 },
          { category: 'child', from: 0, to: 3 },
        ],
        eur: 60,
      },
    ],
    rules: [{ name: 'Weekend', categories: ['adult'], effect: 'add', eur: 3, per: 'person' }],
  };
  const draft = draftOf(pricing, 24.5);
  assert.deepEqual(pricesOf(draft), { pricing });
  for (const category of draft.categories) category.en = 'Other';
  assert.deepEqual(pricesOf(draft).pricing?.rules, pricing.rules);
  assert.equal('categories' in (pricesOf({ ...draft, per: 'booking', rules: [] }).pricing ?? {}), false);
});

test('keeps the keys of add-ons after a rename, and needs a price list for them', () => {
  const pricing: Pricing = {
    ...{ per: 'person', eur: 24.5, rules: [] },
    add_ons: [
      {
        key: 'towel',
        name: { nl: 'Handdoek', en: 'Towel' },
        eur: 3.5,
        per: 'piece',
        max: 6,
        vat_percent: 9,
        stock: { per: 'day', count: 40 },
        image: '/images/towel.webp',
      },
      {
        key: 'cleaning',
        name: { nl: 'Schoonmaak', en: 'Cleaning' },
        eur: 25,
        per: 'booking',
        required: true,
      },
    ],
  };
  const draft = draftOf(pricing, 24.5);
  assert.deepEqual(pricesOf(draft), { pricing });
  for (const addOn of draft.addOns) Object.assign(addOn, { en: 'Other', per: 'person' });
  const [towel, cleaning] = pricesOf(draft).pricing?.add_ons ?? [];
  assert.deepEqual([towel?.key, towel?.max, cleaning?.key], ['towel', undefined, 'cleaning']);
  const added = { ...newAddOn(), nl: 'Handdoek', en: 'Towel' };
  assert.equal(
    pricesOf({ ...draft, addOns: [...draft.addOns, added] }).pricing?.add_ons?.at(-1)?.key,
    'towel_2',
  );
});

test('gives a new category a unique key derived from its name', () => {
  const typed = (en: string) => ({ ...newCategory(), nl: en, en });
  const drafts = ['Senior (65+)', 'Élève', 'senior 65', '75+', '儿童', 'x'.repeat(60)].map(typed);
  assert.deepEqual(
    categoriesOf(drafts).map(({ key }) => key),
    ['senior_65', 'eleve', 'senior_65_2', 'guest', 'guest_2', 'x'.repeat(26)],
  );
});
