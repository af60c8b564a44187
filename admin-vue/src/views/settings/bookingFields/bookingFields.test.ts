import assert from 'node:assert/strict';
import { NewBookingFields } from '@venue-booking/proto/venue/bookingField';
import { describe, it } from 'vitest';
import { spanInWords } from '../form/durations.ts';
import { failureOf } from '../form/failureOf.ts';
import { newDraft, toDrafts, toFields } from './bookingFields.ts';

describe('settings forms', () => {
  it('keep the keys of saved questions, and give new ones a unique key', () => {
    const isSaved = { key: 'telefoon', label: 'Mobiel', type: 'tel', required: true } as const;
    const added = ['Telefoon', 'Télefoon?', '4 personen', '???'].map((label) => ({ ...newDraft(), label }));
    const fields = toFields([...toDrafts([isSaved]), ...added]);
    assert.deepEqual(
      fields.map(({ key }) => key),
      ['telefoon', 'telefoon_2', 'telefoon_3', 'personen', 'field'],
    );
    assert.deepEqual(fields[0], isSaved);
    assert.ok(NewBookingFields.safeParse({ fields }).success);
    const choice = { ...newDraft(), label: 'Size', type: 'select' as const, options: ' S \n\nM' };
    assert.deepEqual(toFields([choice])[0]?.options, ['S', 'M']);
  });

  it('keep the translations of a question when its options change', () => {
    const size = {
      ...({ key: 'size', label: 'Maat', type: 'select', required: false } as const),
      options: ['S', 'M', 'L'],
      translations: { en: { label: 'Size', options: ['Small', 'Medium', 'Large'] }, nl: { label: 'Maat' } },
    };
    assert.deepEqual(toFields(toDrafts([size])), [size]);
    const changed = toDrafts([size]).map((draft) => ({ ...draft, options: 'L\nXL\nS' }));
    const options = ['Large', 'XL', 'Small'];
    const { nl } = size.translations;
    assert.deepEqual(toFields(changed)[0]?.translations, { en: { label: 'Size', options }, nl });
    assert.ok(NewBookingFields.safeParse({ fields: toFields(changed) }).success);
    const asText = toDrafts([size]).map((draft) => ({ ...draft, type: 'text' as const }));
    assert.deepEqual(toFields(asText)[0]?.translations, { en: { label: 'Size' }, nl });
    assert.ok(NewBookingFields.safeParse({ fields: toFields(asText) }).success);
  });

  it('format durations in the largest unit without a remainder', () => {
    assert.equal(spanInWords(24 * 60, 'en'), '1 day');
    assert.equal(spanInWords(36 * 60, 'en'), '36 hours');
    assert.equal(spanInWords(90, 'nl'), '90 minuten');
    assert.equal(spanInWords(0, 'nl'), '0 minuten');
  });

  it('show a failure at its field', () => {
    const found = { name: 'is leeg', 'allowed_origins.1': 'is geen website' };
    assert.equal(failureOf(found, 'allowed_origins'), 'is geen website');
    assert.equal(failureOf(found, 'slug'), undefined);
  });
});
