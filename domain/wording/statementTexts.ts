import type { Locale } from '@venue-booking/proto/primitives';
import { statement as de } from './de/statement.ts';
import { statement as en } from './en/statement.ts';
import { statement as fr } from './fr/statement.ts';
import { statement as nl, type StatementTexts } from './nl/statement.ts';

/** Texts of the statement of a month in each language. */
export const statementTexts: Record<Locale, StatementTexts> = { nl, en, de, fr };
