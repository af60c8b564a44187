import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Facility, FacilityPatch } from './facility/facility.ts';
import { Locale } from './primitives.ts';
import { NewBookingFields } from './venue/bookingField.ts';

const accepts = (translations: unknown) => FacilityPatch.safeParse({ translations }).success;

describe('translations', () => {
  it('take texts in every language, each optional', () => {
    for (const locale of Locale.options) {
      assert.ok(accepts({ [locale]: { name: 'Sauna', description: 'Warm' } }), locale);
      assert.ok(accepts({ [locale]: { name: 'Sauna' } }), locale);
      assert.ok(accepts({ [locale]: {} }), locale);
    }
    assert.ok(accepts({}));
  });

  it('reject unknown languages and fields, and texts that the original may not have', () => {
    for (const bad of [
      { xx: { name: 'Sauna' } },
      { NL: { name: 'Sauna' } },
      JSON.parse('{"__proto__": {"name": "Sauna"}}'),
      { en: { capacity: 1 } },
      { en: { name: ' ' } },
      { en: { name: 'see example.com' } },
      { en: { name: 'x'.repeat(201) } },
      { en: { description: '' } },
      { en: { description: 'x'.repeat(10_001) } },
      { en: null },
      null,
    ])
      assert.equal(accepts(bad), false, JSON.stringify(bad).slice(0, 80));
  });

  it('are read from a response with fields of a newer service', () => {
    const shape = Facility.shape.translations;
    assert.deepEqual(shape.parse({ en: { name: '', hint: 'new' }, xx: {} }), { en: { name: '' } });
  });

  it('of a field have one text for each option', () => {
    const field = { key: 'size', label: 'Maat', type: 'select', options: ['Klein', 'Groot'] };
    const takes = (texts: object, changes: object = {}) =>
      NewBookingFields.safeParse({ fields: [{ ...field, ...changes, translations: { en: texts } }] }).success;
    assert.ok(takes({ label: 'Size' }));
    assert.ok(takes({ options: ['Small', 'Large'] }));
    assert.equal(takes({ options: ['Small'] }), false);
    assert.equal(takes({ options: ['Small', 'Large', 'Huge'] }), false);
    assert.equal(takes({ options: ['Small'] }, { type: 'text', options: undefined }), false);
  });
});
