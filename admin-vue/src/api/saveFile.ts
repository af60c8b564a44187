import { locale } from '../locale.ts';
import { ApiError, send } from './client.ts';
import { toDutchCsv } from './dutchCsv.ts';

/** A file of much takes as long as it takes. */
const PATIENCE_MS = 600_000;

const BROKEN_OFF = {
  en: 'The download was interrupted. Try again.',
  nl: 'De download is onderbroken. Probeer het opnieuw.',
};

/** Gives the person what a call answers as CSV, as their spreadsheet opens it. @throws ApiError */
export async function saveCsv(
  name: string,
  path: string,
  query: Record<string, string | undefined>,
): Promise<void> {
  const headers = { Accept: 'text/csv' };
  const answer = await send('GET', path, { query, headers, patienceMs: PATIENCE_MS });
  const csv = await answer.text().catch(() => {
    throw new ApiError(0, 'offline', BROKEN_OFF[locale.value]);
  });
  // Reading takes off the byte order mark, by which spreadsheets tell that it is UTF-8.
  const content = `\ufeff${locale.value === 'nl' ? toDutchCsv(csv) : csv}`;
  saveFile(`${name}.csv`, new Blob([content], { type: 'text/csv' }));
}

/** Gives the person a file to keep. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
