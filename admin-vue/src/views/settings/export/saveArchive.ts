import { ApiError, ofVenue, send } from '../../../api/client.ts';
import { saveFile } from '../../../api/saveFile.ts';
import { texts } from '../../../locale.ts';

/** A venue with many bookings and images can take minutes. */
const TIMEOUT_MS = 1_800_000;

/**
 * Downloads everything of a venue. The server closes the connection if it cannot complete the archive, so a
 * saved file is complete.
 * @param tellProgress called with the bytes received so far
 * @throws ApiError
 */
export async function saveArchive(slug: string, tellProgress: (bytes: number) => void): Promise<void> {
  const answer = await send('GET', ofVenue(slug, '/export'), { timeoutMs: TIMEOUT_MS });
  const parts: BlobPart[] = [];
  let bytes = 0;
  try {
    for (const reader = answer.body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      bytes += value.length;
      tellProgress(bytes);
    }
  } catch {
    throw new ApiError(0, 'offline', texts.value.connection.downloadInterrupted);
  }
  saveFile(`${slug}.venue.tar.gz`, new Blob(parts, { type: 'application/gzip' }));
}
