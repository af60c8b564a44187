import { texts } from '../../locale.ts';
import { createOutbox, openCheckIns } from './outbox.ts';
import { readStored, venuesWithUnsentScans } from './store.ts';

/**
 * Sends the unsent scans of all venues, except those whose check-in is open in this page, which sends its
 * own.
 * @throws ApiError while some can't be sent
 */
export async function sendAllUnsentScans(): Promise<void> {
  for (const slug of await venuesWithUnsentScans()) {
    if (openCheckIns.has(slug)) continue;
    const outbox = createOutbox(slug, () => {});
    outbox.load(await readStored(slug));
    await outbox.send();
    outbox.requireAllSent(texts.value.checkIn.unsent);
  }
}
