import { plainWords } from './moments.ts';

/** Amounts and words as other systems write them. */

/** An amount in euro, such as `€ 1.234,50`, `1,234.50` or `49`; null for other text. */
export function readAmount(text: string): number | null {
  const plain = text
    .replace(/€|eur(?:o|os)?/gi, '')
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/,-+$/, '');
  if (!/^-?\d[\d.,]*$/.test(plain)) return null;
  const last = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'));
  const decimals = last < 0 ? 0 : plain.length - last - 1;
  const isDecimal = last >= 0 && decimals <= 2;
  const whole = (isDecimal ? plain.slice(0, last) : plain).replace(/[.,]/g, '');
  const amount = Number(isDecimal ? `${whole}.${plain.slice(last + 1) || '0'}` : whole);
  return Number.isFinite(amount) ? amount : null;
}

const PAID = new Set(
  'yes y true x paid full fully completed complete succeeded captured ja j waar betaald voldaan bezahlt wahr oui o vrai paye payee regle'.split(
    ' ',
  ),
);
const UNPAID = new Set(
  'no n false unpaid open pending due none nee onwaar onbetaald openstaand nein falsch unbezahlt offen ausstehend non faux impaye'.split(
    ' ',
  ),
);

/**
 * What was paid: an amount, `all`, or 0 for nothing; null for other text.
 * @param isFlag whether the column has only 0 and 1, which then mean no and yes
 */
export function readPaid(text: string, isFlag: boolean): number | 'all' | null {
  const words = plainWords(text);
  if (words === '' || UNPAID.has(words) || words.startsWith('not ') || words.startsWith('niet ')) return 0;
  if (PAID.has(words) || (isFlag && words === '1')) return 'all';
  const amount = readAmount(text);
  return amount === null || amount < 0 ? null : amount;
}

/** Whether a status of another system says that nobody comes. */
export const isCancelled = (text: string): boolean =>
  /cancel|annul|geannul|storn|abgesagt|expired|verlopen|abgelaufen|refus|reject|declin|afgewezen|abgelehnt/.test(
    plainWords(text),
  );

/** Minutes, such as `90`, `1:30`, `1,5 h` or `90 min`; null for other text. */
export function readMinutes(text: string): number | null {
  const plain = text.trim().toLowerCase();
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(plain);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const [, count = '', unit = ''] = /^(\d+(?:[.,]\d+)?)\s*(\p{L}*)\.?$/u.exec(plain) ?? [];
  if (count === '') return null;
  const factor = /^(?:h|u|std|stunde|uur|uren|hour|heure)/.test(unit) ? 60 : 1;
  const minutes = Number(count.replace(',', '.')) * factor;
  return Number.isInteger(minutes) && minutes > 0 ? minutes : null;
}
