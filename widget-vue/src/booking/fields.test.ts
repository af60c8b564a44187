import assert from 'node:assert/strict';
import { test } from 'vitest';
import { speaker } from '../texts/wording.ts';
import { controlsOf, failuresByControl, inputFailure } from './fields.ts';

const field = (key: string, label: string) => ({ key, label, type: 'text' as const, required: false });
const controls = controlsOf([field('phone', 'Phone'), field('name', 'Team name')], speaker('en'), 'en');

test('rejects a blank value in a required field of any type', () => {
  for (const type of ['text', 'tel', 'select', 'textarea', 'email', 'checkbox'] as const)
    for (const value of [undefined, '', '  \n', false])
      assert.equal(
        inputFailure({ type, required: true }, value),
        type === 'checkbox' ? 'tickThis' : 'required',
        `${type} ${value}`,
      );
  assert.equal(inputFailure({ type: 'checkbox', required: true }, true), undefined);
  assert.equal(inputFailure({ type: 'select', required: true }, '0'), undefined);
});

test('accepts a blank value in an optional field', () => {
  for (const type of ['text', 'tel', 'select', 'textarea', 'checkbox'] as const)
    assert.equal(inputFailure({ type, required: false }, undefined), undefined, type);
});

test('requires text on both sides of the @ and a dot in the domain of an e-mail address', () => {
  const ofEmail = (value: string) => inputFailure({ type: 'email', required: true }, value);
  const good = ['anna@example.com', ' anna@example.com ', "o'neil+1@mail.example.co.uk"];
  const unusual = [
    'a&b/c#d=e?f@example.com',
    'anna@почта.рф',
    'anna@почта。рф',
    'anna@xn--80a1acny.xn--p1ai',
  ];
  for (const email of [...good, ...unusual]) assert.equal(ofEmail(email), undefined, email);
  for (const bad of ['anna', 'anna@', '@example.com', 'anna@example', 'an na@example.com'])
    assert.equal(ofEmail(bad), 'badEmail', bad);
});

test('shows an API error for developers at the control that it names, in words for guests', () => {
  const message = 'customer_email: must be an e-mail address; extra.phone: must be text, or true or false.';
  assert.deepEqual(failuresByControl(message, controls, speaker('en')), {
    customer_email: 'Enter an e-mail address, such as name@example.com.',
    'extra.phone': 'This is not valid. Please change it.',
  });
  assert.deepEqual(failuresByControl('customer_name: must be on one line', controls, speaker('nl')), {
    customer_name: 'Dit is niet geldig. Pas het aan.',
  });
});

test('names accents as the reason why an address is rejected', () => {
  const message = 'customer_email: must be an e-mail address without accents or other scripts before the @.';
  assert.deepEqual(failuresByControl(message, controls, speaker('en')), {
    customer_email: 'Enter an e-mail address without accents or other scripts before the @.',
  });
});

test('shows an API error at the control whose label it quotes', () => {
  assert.deepEqual(failuresByControl('"Phone" is required.', controls, speaker('en')), {
    'extra.phone': '"Phone" is required.',
  });
});

test('shows an API error without a field at no control', () => {
  for (const message of ['', 'This time is full.', 'Phone: no quotes', 'Unknown extra field "other".'])
    assert.deepEqual(failuresByControl(message, controls, speaker('en')), {}, message);
});

test('sets the autocomplete token by the key or the type of a field', () => {
  const filledBy = (key: string, type: 'text' | 'tel' | 'textarea' | 'checkbox' = 'text') =>
    controlsOf([{ ...field(key, 'Label'), type }], speaker('en'), 'en').at(-1)?.autocomplete;
  assert.equal(filledBy('mobile', 'tel'), 'tel');
  assert.equal(filledBy('telefoon'), 'tel');
  assert.equal(filledBy('company'), 'organization');
  assert.equal(filledBy('postcode'), 'postal-code');
  for (const key of ['remarks', 'child_address', 'constructor', 'name'])
    assert.equal(filledBy(key), undefined, key);
  for (const type of ['textarea', 'checkbox'] as const)
    assert.equal(filledBy('address', type), undefined, type);
});

test('shows a field in the guest’s language and sends the venue’s own option', () => {
  const size = {
    ...({ key: 'size', label: 'Maat', type: 'select', required: true } as const),
    options: ['Klein', 'Groot'],
    translations: { de: { label: 'Größe', options: ['Kleine', 'Große'] }, fr: { label: 'Taille' } },
  };
  const shown = (locale: 'nl' | 'de' | 'fr') => {
    const { label, options, optionTexts } = controlsOf([size], speaker(locale), locale).at(-1) ?? {};
    return { label, options, optionTexts };
  };
  const { options } = size;
  assert.deepEqual(shown('de'), { label: 'Größe', options, optionTexts: ['Kleine', 'Große'] });
  assert.deepEqual(shown('fr'), { label: 'Taille', options, optionTexts: options });
  assert.deepEqual(shown('nl'), { label: 'Maat', options, optionTexts: options });
  const german = controlsOf([size], speaker('de'), 'de');
  for (const message of ['Bitte wählen Sie „Größe“: "Größe" fehlt.', '"Maat" is required.'])
    assert.deepEqual(failuresByControl(message, german, speaker('de')), { 'extra.size': message });
});
