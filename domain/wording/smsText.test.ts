import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { inGsm, segmentsOf, smsName } from './smsText.ts';

describe('the text of an SMS', () => {
  it('counts segments like providers: 160 and 153 characters, 70 and 67 in UCS-2', () => {
    const counts = (letter: string, lengths: number[]) =>
      lengths.map((length) => segmentsOf(letter.repeat(length)));
    assert.deepEqual(counts('a', [0, 160, 161, 306, 307]), [1, 1, 2, 2, 3]);
    assert.deepEqual(counts('€', [80, 81]), [1, 2]);
    assert.deepEqual(counts('ж', [70, 71, 134, 135]), [1, 2, 2, 3]);
  });

  it('replaces letters and signs that the GSM alphabet lacks, and keeps those it has', () => {
    assert.equal(inGsm('Réservé à l’hôtel – « fête »\u00a0: Ça, œ'), 'Réservé à l\'hotel - " fete " : Ça, œ');
    assert.equal(inGsm('Zürich Ñandú 10 €'), 'Zürich Ñandu 10 €');
    assert.equal(inGsm('Баня'), 'Баня');
  });

  it('shortens names and does not let phones turn them into links', () => {
    assert.equal(smsName('Sauna aan het Meer', 40), 'Sauna aan het Meer');
    assert.equal(
      smsName('pay.evil.example/x?a@b https://e.example', 60),
      'pay evil example x?a b https   e example',
    );
    assert.equal(smsName('a'.repeat(50), 40), `${'a'.repeat(37)}...`);
  });
});
