import { locale, texts } from '../locale.ts';
import { ApiError, send } from './client.ts';
import { toContinentalCsv } from './continentalCsv.ts';

/** Large exports can take minutes. */
const TIMEOUT_MS = 600_000;

/**
 * Downloads the CSV of an API call, in the format that spreadsheets of the page's language open.
 * @throws ApiError
 */
export async function saveCsv(
  name: string,
  path: string,
  query: Record<string, string | undefined>,
): Promise<void> {
  const headers = { Accept: 'text/csv' };
  const answer = await send('GET', path, { query, headers, timeoutMs: TIMEOUT_MS });
  const csv = await answer.text().catch(() => {
    throw new ApiError(0, 'offline', texts.value.connection.downloadInterrupted);
  });
  // `text()` removes the byte order mark, which spreadsheets need to detect UTF-8.
  const content = `\ufeff${locale.value === 'en' ? csv : toContinentalCsv(csv)}`;
  saveFile(`${name}.csv`, new Blob([content], { type: 'text/csv' }));
}

const MEDIA = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  xml: 'application/xml',
};

/** Downloads an API call as a file of a kind, and gives it that extension. */
const saver =
  (kind: keyof typeof MEDIA) =>
  async (name: string, path: string, query: Record<string, string | undefined> = {}): Promise<void> => {
    const headers = { Accept: MEDIA[kind] };
    const answer = await send('GET', path, { query, headers, timeoutMs: TIMEOUT_MS });
    const content = await answer.blob().catch(() => {
      throw new ApiError(0, 'offline', texts.value.connection.downloadInterrupted);
    });
    saveFile(`${name}.${kind}`, content);
  };

/** Downloads the spreadsheet of an API call. @throws ApiError */
export const saveSpreadsheet = saver('xlsx');
/** Downloads the document of an API call, in the language of the dashboard. @throws ApiError */
export const savePdf = saver('pdf');
/** Downloads the XML of an API call. @throws ApiError */
export const saveXml = saver('xml');

/** Saves content as a file through the browser's download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has started to read the blob by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
