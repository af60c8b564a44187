import assert from 'node:assert/strict';
import { texts } from '@venue-booking/domain/wording/texts';
import { type FailureCode, failures, failureTemplate } from '@venue-booking/proto/failures';
import { Locale } from '@venue-booking/proto/primitives';
import { describe, it } from 'vitest';
import { guestTexts, staffTexts } from '../../services/booking/mail/texts/mailTexts.ts';
import { labels, statuses } from '../../services/gateway/pages/guest/labels.ts';
import { payLabels, sandboxTexts } from '../../services/gateway/pages/pay/payLabels.ts';
import { changeLabels, slotReasons } from '../../services/gateway/pages/ticket/changeLabels.ts';
import { texts as venueTexts } from '../../services/gateway/pages/venue/texts/texts.ts';
import { type TextTree, textFaults, textsOf } from './textFaults.ts';

const failureTexts = (language: Locale) =>
  Object.fromEntries(
    Object.keys(failures).map((code) => [code, failureTemplate(code as FailureCode, language)]),
  );
const byLanguage = (of: (language: Locale) => TextTree) =>
  Object.fromEntries(Locale.options.map((language) => [language, of(language)])) as Record<Locale, TextTree>;

/** The texts that guests and staff read from servers, by part of the product. */
const PARTS: Record<string, Record<Locale, TextTree>> = {
  wording: texts,
  guestMail: guestTexts,
  staffMail: staffTexts,
  ticket: labels,
  statuses,
  change: changeLabels,
  slotReasons,
  pay: payLabels,
  sandbox: sandboxTexts,
  venuePage: byLanguage((language) => venueTexts[language]),
  failures: byLanguage(failureTexts),
};

/** Texts that are the same in English. */
const SAME: Partial<Record<Locale, string[]>> = {
  nl: ['{detail}.', 'E-mail', 'Status', 'Dashboard', 'Open', 'was 2'],
  de: ['{detail}.', 'Extras', 'Name', 'Status', 'Dashboard'],
  fr: ['{detail}.', 'E-mail'],
};

describe('texts that people read from servers', () => {
  for (const [part, trees] of Object.entries(PARTS))
    it(`${part}: has every text in every language, with the placeholders of the English one`, () => {
      for (const language of Locale.options.filter((each) => each !== 'en')) {
        const of = { language, tree: trees[language], english: trees.en };
        assert.deepEqual(textFaults(of, SAME[language]), [], `${part} in ${language}`);
      }
    });

  it('address guests as `je`, `Sie` and `vous`', () => {
    const forms: Partial<Record<Locale, RegExp>> = {
      nl: /(?<!\p{L})(u|uw)(?!\p{L})/iu,
      de: /(?<!\p{L})(du|dich|dir|dein\p{L}*)(?!\p{L})/iu,
      fr: /(?<!\p{L})(tu|te|toi|ton|ta|tes)(?!\p{L})/iu,
    };
    for (const trees of Object.values(PARTS))
      for (const [language, other] of Object.entries(forms)) {
        const texts = [...textsOf(trees[language as Locale]).values()];
        assert.deepEqual(
          texts.filter((text) => other.test(text)),
          [],
          language,
        );
      }
  });
});
