import { locale } from '../../locale.ts';
import { createOutbox, openDoors } from './outbox.ts';
import { readDevice, venuesWaiting } from './store.ts';
import { texts } from './texts.ts';

/**
 * Sends what waits on the device, of every venue whose door is not open in this page: that sends its own.
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
