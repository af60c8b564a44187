import assert from 'node:assert/strict';
import { type AdminFacility, FacilityPatch } from '@venue-booking/proto/facility/facility';
import { type BookingField, NewBookingFields } from '@venue-booking/proto/venue/bookingField';
import { VenuePatch } from '@venue-booking/proto/venue/venue';
import { describe, it } from 'vitest';
import { newForm } from '../../facilities/form.ts';
import {
  facilityTexts,
  fieldTexts,
  pageTexts,
  translate,
  translateFields,
  type VenueText,
} from './venueTexts.ts';

const facility: AdminFacility = {
  ...newForm(),
  id: 1,
  name: 'Dagpas',
  description: 'De hele dag.',
  translations: { en: { name: 'Day pass' } },
  pricing: {
    ...{ per: 'person', eur: 20 },
    categories: [{ key: 'adult', name: { nl: 'Volwassene', en: 'Adult' }, percent: 100 }],
    bundles: [{ name: 'Gezin', guests: [{ category: 'adult', from: 2, to: 2 }], eur: 30 }],
    rules: [{ name: 'Weekend', effect: 'add', eur: 5, per: 'booking' }],
    add_ons: [{ key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, eur: 3, per: 'piece' }],
  },
};
const size: BookingField = {
  ...{ key: 'size', label: 'Maat', type: 'select', required: false, options: ['S', 'M'] },
};
const filled = (texts: VenueText[]) =>
  Object.fromEntries(texts.map(({ path, original }) => [path, `${original} (en)`]));
const missing = (texts: VenueText[]) => texts.filter(({ translation }) => !translation);

describe('texts of a venue', () => {
  it('contain every text of a facility that guests read', () => {
    assert.deepEqual(
      facilityTexts(facility, 'nl', 'en').map(({ what, original, translation }) => [
        what,
        original,
        translation,
      ]),
      [
        ['name', 'Dagpas', 'Day pass'],
        ['description', 'De hele dag.', ''],
        ['category', 'Volwassene', 'Adult'],
        ['bundle', 'Gezin', ''],
        ['rule', 'Weekend', ''],
        ['addOn', 'Handdoek', 'Towel'],
      ],
    );
    assert.deepEqual(
      facilityTexts({ ...facility, description: ' ', pricing: null }, 'nl', 'en').map(({ what }) => what),
      ['name'],
    );
  });

  it('contain those of its page, with what is missing', () => {
    const venue = { description: 'Sauna.', accessibility_text: 'Geen drempels.', translations: {} };
    assert.equal(missing(pageTexts(venue, 'en')).length, 2);
    const { translations } = translate(venue, filled(pageTexts(venue, 'en')));
    assert.deepEqual(VenuePatch.parse({ translations }), { translations });
    assert.deepEqual(missing(pageTexts({ ...venue, translations }, 'en')), []);
    assert.deepEqual(pageTexts({ description: null, accessibility_text: ' ' }, 'en'), []);
  });

  it('are complete once each has a translation, and valid in the API', () => {
    const { id: _, ...settings } = translate(facility, filled(facilityTexts(facility, 'nl', 'en')));
    const { translations, pricing } = FacilityPatch.parse(settings);
    assert.deepEqual(
      missing(facilityTexts({ ...facility, translations, ...(pricing && { pricing }) }, 'nl', 'en')),
      [],
    );
    assert.equal(facility.pricing?.rules[0]?.translations, undefined, 'the original stays as it is');
    const fields = translateFields([size], filled(fieldTexts([size], 'en')));
    assert.deepEqual(NewBookingFields.parse({ fields }), { fields });
    assert.deepEqual(missing(fieldTexts(fields, 'en')), []);
  });

  it('lose a translation that is emptied', () => {
    const emptied = translate(facility, { 'translations.en.name': ' ' });
    assert.deepEqual(emptied.translations, { en: {} });
    const translated = { ...size, translations: { en: { label: 'Size', options: ['Small', 'Medium'] } } };
    const none = { 'fields.0.translations.en.options.0': '', 'fields.0.translations.en.options.1': '' };
    const [field] = translateFields([translated], none);
    assert.deepEqual(missing(fieldTexts(field ? [field] : [], 'en')).length, 2);
    assert.ok(NewBookingFields.safeParse({ fields: [field] }).success);
  });

  it('keep the text of an option without a translation', () => {
    const [field] = translateFields([size], { 'fields.0.translations.en.options.1': 'Medium' });
    assert.deepEqual(field?.translations, { en: { options: ['S', 'Medium'] } });
    assert.deepEqual(translateFields([size], { 'fields.0.translations.en.label': 'Size' })[0]?.translations, {
      en: { label: 'Size' },
    });
  });
});
