import assert from 'node:assert/strict';
import { MailTextKind } from '@venue-booking/proto/mail/mailText';
import { Locale } from '@venue-booking/proto/primitives';
import { describe, it } from 'vitest';
import { builtInText, unknownPlaceholder } from './mailText.ts';

describe('a text of mail to guests', () => {
  it('accepts the placeholders of its kind of mail and reports the first unknown one', () => {
    assert.equal(unknownPlaceholder('confirmed', 'At {venue} on {day}'), null);
    assert.equal(unknownPlaceholder('confirmed', 'Pay before {until}, {nmae}'), '{until}');
    assert.equal(unknownPlaceholder('payment_due', 'Pay before {until}'), null);
    for (const text of ['{name}', '{ venue }', '{}', '{Venue}', '{constructor}', '{a\nb}', '{{nope}}'])
      assert.notEqual(unknownPlaceholder('confirmed', text), null, text);
    assert.equal(unknownPlaceholder('confirmed', 'A smile :-} and {'), null);
  });

  it('is built in for each kind and language, and is valid as an own text', () => {
    for (const kind of MailTextKind.options)
      for (const language of Locale.options) {
        const { subject, body } = builtInText(kind, language);
        assert.ok(subject.length > 5 && body.length > 5);
        for (const text of [subject, body]) assert.equal(unknownPlaceholder(kind, text), null, text);
      }
  });
});
