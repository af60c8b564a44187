import { IMAGE_WIDTHS } from '@venue-booking/proto/facility/image';
import { LRUCache } from 'lru-cache';

/** About fifty photos in the largest width, or a few hundred in the smallest. */
const MAX_BYTES = 32 * 2 ** 20;
/** Memory of an entry in addition to its bytes. */
const OVERHEAD_BYTES = 500;
/** Maximum time that this gateway still serves an image that was removed through another one. */
const MAX_AGE_MS = 10 * 60_000;

/** An image in one width. */
type Width = { id: string; name: number };

/** An LRU cache of images. @param maxBytes its maximum size */
export function createImageCache(fetchImage: (width: Width) => Promise<Buffer>, maxBytes = MAX_BYTES) {
  const cache = new LRUCache<string, Buffer, Width>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes.byteLength + OVERHEAD_BYTES,
    ttl: MAX_AGE_MS,
    // When `delete` runs during a fetch, waiting requests still get the image, but it is not cached.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => fetchImage(context),
  });
  return {
    /** Returns an image. Concurrent requests share one fetch. @throws errors of the fetch */
    async get(width: Width): Promise<Buffer> {
      const bytes = await cache.fetch(keyOf(width), { context: width });
      // Undefined when `delete` ran during the fetch.
      return bytes ?? fetchImage(width);
    },
    /** Drops an image that was removed. */
    delete(id: string): void {
      for (const name of IMAGE_WIDTHS) cache.delete(keyOf({ id, name }));
    },
  };
}
export type ImageCache = ReturnType<typeof createImageCache>;

const keyOf = ({ id, name }: Width) => `${id}/${name}`;
