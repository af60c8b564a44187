import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createLog } from '@venue-booking/kit/logging/log';
import { openTestDatabase, type TestDatabase } from '@venue-booking/kit/testing/testDatabase';
import { IMAGE_WIDTHS } from '@venue-booking/proto/facility/image';
import { Failure } from '@venue-booking/proto/failures';
import { RESTORE_DAYS } from '@venue-booking/proto/venue/venueState';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startFakeBucket } from '../../../test/fakes/bucket.ts';
import { eventually } from '../../../test/stack/api.ts';
import { type CatalogDatabase, openDatabase } from '../database.ts';
import { beginPurge, finishPurge } from '../purgeVenue.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { imagesUrl } from './bucketSettings.ts';
import { deleteObjects } from './deleteImages.ts';
import { startImageStorage } from './imageStorage.ts';
import { deleteImage, listImages, putImagePart, readImage } from './imageStore.ts';
import { moveImages } from './moveImages.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error.code : error),
  );

describe('images in a bucket', () => {
  let test: TestDatabase;
  let database: CatalogDatabase;
  let fake: Awaited<ReturnType<typeof startFakeBucket>>;
  let bucket: Bucket;
  let images: ReturnType<typeof startImageStorage>;
  let venues = 0;
  beforeAll(async () => {
    [test, fake] = await Promise.all([openTestDatabase(['catalog']), startFakeBucket()]);
    database = openDatabase(test.url);
    const settings = imagesUrl.parse(fake.imagesUrl);
    bucket = openBucket(settings, 2000);
    images = startImageStorage({ database, settings, log: createLog('catalog', 'silent') });
  });
  afterEach(async () => {
    Object.assign(fake.state, { fault: 'none', before: async () => {} });
    await test.rows('DELETE FROM catalog.image; DELETE FROM catalog.image_removal');
    fake.objects.clear();
    fake.requests.length = 0;
  });
  afterAll(async () => {
    await images?.stop();
    await database?.$disconnect();
    await Promise.all([test?.close(), fake?.stop()]);
  });

  const newVenue = async () => {
    const slug = `venue-${++venues}`;
    await test.rows(
      `INSERT INTO catalog.venue (slug, name, timezone, locale, live, day_start, hold_minutes, cancel_until_hours,
         min_notice_minutes, retain_days, allowed_origins, redirect_origins)
       VALUES ($1, $1, 'UTC', 'nl', true, '06:00', 15, 24, 0, 365, '{}', '{}')`,
      slug,
    );
    return slug;
  };
  const bytesOf = (id: string, name: number) => Buffer.from(`${id} ${name}`);
  const upload = async (slug: string, widths: readonly (typeof IMAGE_WIDTHS)[number][] = IMAGE_WIDTHS) => {
    const id = randomUUID();
    for (const name of widths)
      await putImagePart(database, slug, {
        ...{ id, name, parts: IMAGE_WIDTHS.length, width: name, height: 9 },
        base64: bytesOf(id, name).toString('base64'),
      });
    return id;
  };
  /** Asserts that guests get all widths of an image unchanged. */
  const shown = async (id: string) => {
    for (const name of IMAGE_WIDTHS) {
      const { base64 } = await readImage({ database, images }, { id, name });
      assert.deepEqual(Buffer.from(base64, 'base64'), bytesOf(id, name));
    }
  };
  const inDatabase = async () =>
    Number((await test.rows<{ n: string }>('SELECT count(bytes) n FROM catalog.image'))[0]?.n);
  const pass = async () => {
    await moveImages(database, bucket);
    await deleteObjects(database, bucket);
  };

  it('move from the database to the bucket, also those from before the setting, and look the same', async () => {
    const [slug, other] = [await newVenue(), await newVenue()];
    const ids = [await upload(slug), await upload(other)];
    await upload(slug, [480]); // abandoned
    for (const id of ids) await shown(id);
    assert.equal(fake.requests.length, 0);
    await Promise.all([pass(), pass()]);
    assert.equal(await inDatabase(), 1);
    assert.equal(fake.objects.size, 2 * IMAGE_WIDTHS.length);
    for (const id of ids) await shown(id);
    assert.deepEqual(fake.refusals, []);
    assert.deepEqual(
      (await listImages(database, slug)).map(({ id }) => id),
      ids.slice(0, 1),
    );
  });

  it('stay in the database while the bucket is unavailable, and move once it is back', async () => {
    const id = await upload(await newVenue());
    for (const fault of ['down', 'hang'] as const) {
      fake.state.fault = fault;
      await assert.rejects(moveImages(database, openBucket(imagesUrl.parse(fake.imagesUrl), 50)));
      await shown(id);
    }
    fake.state.fault = 'none';
    await pass();
    assert.equal(await inDatabase(), 0);
    fake.state.fault = 'down';
    assert.equal(await failureOf(shown(id)), 'images_away');
    fake.state.fault = 'none';
    await shown(id);
    const unset = readImage({ database }, { id, name: 480 });
    assert.equal(await failureOf(unset), 'images_away');
  });

  it('leave the bucket when their venue is purged, which waits for it', async () => {
    const slug = await newVenue();
    await upload(slug);
    await pass();
    assert.equal(fake.objects.size, IMAGE_WIDTHS.length);
    const { id } = await database.venue.update({
      where: { slug },
      data: { deletedAt: new Date(Date.now() - (RESTORE_DAYS + 1) * 24 * 3600_000) },
    });
    assert.equal(await beginPurge(database, id), true);
    const purge = () => finishPurge({ database, wakeRelay() {} }, id);
    assert.equal(await purge(), 'waiting');
    await pass();
    assert.equal(fake.objects.size, 0);
    assert.deepEqual([await purge(), await purge()], ['done', 'done']);
    assert.equal(await database.venue.count({ where: { slug } }), 0);
  });

  it('leave no object behind after a crash between the upload and the update of the row', async () => {
    const slug = await newVenue();
    const id = await upload(slug);
    // The upload succeeds, but the process ends before it updates the row.
    const lost: Bucket = {
      ...bucket,
      async put(object, bytes) {
        await bucket.put(object, bytes);
        throw new Error('ended here');
      },
    };
    await assert.rejects(moveImages(database, lost), /ended here/);
    assert.equal(fake.objects.size, 1);
    await shown(id);
    await deleteImage(database, { slug, id });
    await pass();
    // The upload could still be under way, so the deletion is delayed.
    assert.equal(fake.objects.size, 1);
    await test.rows(`UPDATE catalog.image_removal SET due_at = now() - interval '1 minute'`);
    fake.state.fault = 'down';
    await assert.rejects(pass());
    fake.state.fault = 'none';
    await pass();
    assert.equal(fake.objects.size, 0);
    assert.deepEqual(await test.rows('SELECT * FROM catalog.image_removal'), []);
  });

  it('are deleted when removed during their move', async () => {
    const slug = await newVenue();
    const id = await upload(slug);
    fake.state.before = async (request) => {
      if (!request.startsWith('PUT')) return;
      fake.state.before = async () => {};
      await deleteImage(database, { slug, id });
    };
    await moveImages(database, bucket);
    assert.equal(fake.objects.size, 1);
    await test.rows(`UPDATE catalog.image_removal SET due_at = now() - interval '1 minute'`);
    await pass();
    assert.equal(fake.objects.size, 0);
    assert.equal(await failureOf(shown(id)), 'image_not_found');
  });

  it('move to the bucket soon after an upload and are deleted soon after a removal', async () => {
    const slug = await newVenue();
    const id = await upload(slug);
    images.wake();
    await eventually('all images are in the bucket', async () => (await inDatabase()) === 0);
    await shown(id);
    assert.equal(await failureOf(deleteImage(database, { slug: await newVenue(), id })), 'image_not_found');
    await deleteImage(database, { slug, id });
    images.wake();
    await eventually('all objects are deleted', async () => fake.objects.size === 0);
  });

  it('are not served when the object has other contents', async () => {
    const id = await upload(await newVenue());
    await pass();
    for (const object of fake.objects.keys()) fake.objects.set(object, Buffer.from('<script>'));
    assert.equal(await failureOf(shown(id)), 'image_not_found');
    fake.objects.clear();
    assert.equal(await failureOf(shown(id)), 'image_not_found');
  });

  it('are fetched a few at a time under load, and excess requests fail', async () => {
    const id = await upload(await newVenue());
    await pass();
    let underWay = 0;
    let most = 0;
    fake.state.before = async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay -= 1;
    };
    const all = await Promise.all(
      Array.from({ length: 100 }, () => failureOf(readImage({ database, images }, { id, name: 480 }))),
    );
    assert.ok(most <= 6, `${most} at once`);
    assert.ok(all.includes(null));
    assert.ok(all.includes('images_away'));
  });
});
