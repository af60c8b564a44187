import { randomUUID } from 'node:crypto';
import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { IMAGE_WIDTHS, type Image, MAX_IMAGE_MB } from '@venue-booking/proto/facility/image';
import { fail } from '@venue-booking/proto/failures';
import express, { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { AuditLog } from '../audit/auditLog.ts';
import { recordChange } from '../audit/recorded.ts';
import type { Callers } from '../auth/callers.ts';
import type { Backends } from '../backends/backends.ts';
import { registerRoute } from '../http/methods.ts';
import { bodyReader } from '../http/requestBody.ts';
import { handlerWithDeadline, READ_BUDGET_MS, WRITE_BUDGET_MS } from '../http/requestDeadline.ts';
import { FOR_EVER } from '../pages/layout/assets.ts';
import type { ImageCache } from './imageCache.ts';
import { imageUrl } from './imageUrl.ts';
import { busy, type ImageLimits, shrinkImage } from './shrinkImage.ts';
import type { ShrunkImage } from './shrinkJob.ts';

/**
 * Limits of uploads in memory: six in total, one per venue, so that venues do not block each other. A slow
 * upload occupies its place for up to 15 s, so there are several.
 */
const UPLOADS = { maxConcurrent: 6, maxWaiting: 10, maxWaitMs: 8000 };
const UPLOADS_PER_VENUE = { maxConcurrent: 1, maxWaiting: 4, maxWaitMs: 8000 };
/**
 * How long a venue may not upload after an image that timed out: decoding it blocks the uploads of all
 * venues.
 */
const PAUSE_MS = 60_000;
const MAX_PAUSED = 1000;
const ALL = 'all';
const Path = z.object({ id: z.uuid(), file: z.string().regex(/^\d{1,5}\.webp$/) });

/**
 * `POST /api/admin/venues/{slug}/images` accepts an image file from owners. `/images/{id}/{width}.webp`
 * serves one width of it publicly; it never changes.
 */
export function imageRoutes(deps: {
  catalog: Backends['catalog'];
  callers: Callers;
  audit: AuditLog;
  /** Cache through which images are read. */
  images: ImageCache;
  publicUrl: string;
  /** Limits of decoding and writing an image. */
  imageLimits?: ImageLimits;
}): Router {
  const { catalog, callers, images, audit, publicUrl, imageLimits } = deps;
  const router = Router();
  const uploads = createBulkhead({ ...UPLOADS, createError: busy });
  const venueUploads = createBulkhead({ ...UPLOADS_PER_VENUE, createError: busy });
  const paused = new LRUCache<string, true>({ max: MAX_PAUSED, ttl: PAUSE_MS });
  const readBody = bodyReader(
    MAX_IMAGE_MB * 1024,
    (limit) => express.raw({ limit, type: () => true, inflate: false }),
    'image_type_refused',
  );

  const upload = async (request: Request<{ slug: string }>, response: Response) => {
    const { slug } = request.params;
    await callers.require(request, 'owner');
    if (!request.is('image/*')) throw fail('image_type_refused');
    const storeUpload = async () => {
      await readBody(request, response);
      // Check again: the caller may have been removed during a slow upload.
      const { name } = await callers.require(request, 'owner');
      const file = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const all = await shrinkImage(file, imageLimits).catch((error: unknown) => {
        if (failureOf(error)?.code === 'image_too_slow') paused.set(slug, true);
        throw error;
      });
      const change = {
        ...{ call: 'uploadImage', kind: 'image', venue: slug, clientAddress: request.ip ?? '' },
        ...{ actor: () => name, target: (image?: unknown) => (image as Image | undefined)?.id ?? null },
      };
      return recordChange(audit, change, () => storeImage(catalog, { slug, id: randomUUID() }, all));
    };
    const pauseMs = paused.getRemainingTTL(slug);
    if (pauseMs > 0) throw fail('busy', { retryAfterSeconds: Math.ceil(pauseMs / 1000) });
    const image = await venueUploads(slug, () => uploads(ALL, storeUpload));
    response.status(201).set('Cache-Control', 'no-store');
    response.json({ ...image, url: imageUrl(publicUrl, image.id) } satisfies Image);
  };

  const show = async (request: Request, response: Response) => {
    const path = Path.safeParse(request.params);
    const name = IMAGE_WIDTHS.find((width) => `${width}.webp` === path.data?.file);
    if (!path.success || !name) throw fail('image_not_found');
    const bytes = await images.get({ id: path.data.id, name });
    response.set({
      'Content-Type': 'image/webp',
      ...FOR_EVER,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.send(bytes);
  };

  router.post('/api/admin/venues/:slug/images', handlerWithDeadline(WRITE_BUDGET_MS, upload));
  registerRoute(router, '/images/:id/:file', { get: handlerWithDeadline(READ_BUDGET_MS, show) });
  return router;
}

/** Stores an image in all its widths, or in none. */
export async function storeImage(
  catalog: Backends['catalog'],
  { slug, id }: { slug: string; id: string },
  all: ShrunkImage[],
) {
  const [largest] = all;
  if (!largest) throw fail('image_unreadable');
  const put = ({ bytes, ...size }: ShrunkImage) =>
    catalog.images.putPart.mutate({
      slug,
      part: { id, parts: all.length, ...size, base64: Buffer.from(bytes).toString('base64') },
    });
  try {
    // One by one, because each width nearly fills a message.
    for (const part of all) await put(part);
  } catch (error) {
    await catalog.images.remove.mutate({ slug, id }).catch(() => {});
    throw error;
  }
  return { id, width: largest.width, height: largest.height, created_at: new Date().toISOString() };
}
