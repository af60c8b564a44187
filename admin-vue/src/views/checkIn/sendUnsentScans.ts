import { locale } from '../../locale.ts';
import { createOutbox, openDoors } from './outbox.ts';
import { readDevice, venuesWaiting } from './store.ts';
import { texts } from './texts.ts';

/**
 * Sends the unsent scans of all venues, except those whose check-in is open in this page, which sends its
 * own.
 * @throws ApiError while some can't be sent
 */
export async function sendAllWaiting(): Promise<void> {
  for (const slug of await venuesWaiting()) {
    if (openDoors.has(slug)) continue;
    const outbox = createOutbox(slug, () => {});
    outbox.load(await readDevice(slug));
    await outbox.send();
    outbox.refuseToLose(texts[locale.value].unsent);
  }
}
