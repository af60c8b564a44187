import { fileURLToPath } from 'node:url';
import { type Backends, createBackends } from '@venue-booking/gateway/backends';
import { demoPage } from '@venue-booking/gateway/demoPage';
import { devMailPage } from '@venue-booking/gateway/devMailPage';
import { widgetFiles } from '@venue-booking/gateway/widgetFiles';
import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import type { Running } from '@venue-booking/kit/process/lifecycle';
import { bookDemo } from './bookDemo.ts';
import { bookPast } from './bookPast.ts';
import type { Database } from './database.ts';
import { demoImages, demoVenues } from './demo/demoVenues.ts';
import { createDemoOwnerLink } from './demoOwner.ts';
import type { AllEnv } from './env.ts';
import { startPlatform } from './platform.ts';
import { seedDemo } from './seedDemo.ts';
import { welcome } from './welcome.ts';

const widgetFolder = fileURLToPath(new URL('../../widget-vue/dist', import.meta.url));

/**
 * Starts the product with its demo on a starting database, and prints its addresses.
 * @param stopping aborts when the process stops
 */
export async function startProduct(
  env: AllEnv,
  database: Promise<Database>,
  stopping: AbortSignal,
): Promise<Running> {
  const venues = env.demo ? demoVenues.map(({ venue: { slug, name } }) => ({ slug, name })) : [];
  const pages = demoPage({
    venues,
    publicUrl: env.publicUrl,
    widgetUrl: env.WIDGET_URL,
    imagesFolder: demoImages,
    showsMail: env.devMailFolder !== undefined,
  });
  pages.use(widgetFiles({ folder: widgetFolder }));
  if (env.devMailFolder) pages.use(devMailPage({ folder: env.devMailFolder }));
  let backends: Backends | undefined;
  let isNew = false;
  const prepare = async (messaging: Messaging) => {
    backends = createBackends(messaging);
    isNew = await seedDemo(backends, { allowSandbox: env.ALLOW_SANDBOX });
  };
  const stopThenThrow = async (error: unknown) => {
    await platform.stop();
    throw error;
  };
  const platform = await startPlatform(env, database, { pages, stopping, ...(env.demo && { prepare }) });
  // The gateway accepts requests now. Never create an owner's link for a database that others use.
  const owned = env.DATABASE_URL === undefined ? backends : undefined;
  const ownerLink = owned === undefined ? null : await createDemoOwnerLink(owned, isNew).catch(stopThenThrow);
  console.log(welcome(env, ownerLink));
  // Not awaited: the venues fill while the first visitor looks around.
  const booked =
    backends &&
    fill(backends, (await database).url, stopping).catch((error) => {
      if (!stopping.aborted) console.error(`The demo has not all of its bookings: ${error.message}`);
    });
  return {
    lost: platform.lost,
    stopDelayMs: env.SHUTDOWN_DELAY_MS,
    async stop() {
      console.log('Stopping …');
      await booked;
      await platform.stop();
      console.log('Stopped. All data is kept for the next start.');
    },
  };
}

/** The coming days first, because they are what a visitor sees. */
async function fill(backends: Backends, databaseUrl: string, signal: AbortSignal): Promise<void> {
  await bookDemo(backends, signal);
  await bookPast(backends, databaseUrl, signal);
}
