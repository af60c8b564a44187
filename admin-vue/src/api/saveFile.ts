import { send } from './client.ts';

/** A file of much takes as long as it takes. */
const PATIENCE_MS = 600_000;

/** Gives the person what a call answers as CSV. @throws ApiError */
export async function saveCsv(
  name: string,
  path: string,
  query: Record<string, string | undefined>,
): Promise<void> {
  const headers = { Accept: 'text/csv' };
  const answer = await send('GET', path, { query, headers, patienceMs: PATIENCE_MS });
  saveFile(`${name}.csv`, await answer.blob());
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
