import { IMAGE_WIDTHS } from '@venue-booking/proto/image';
import { LRUCache } from 'lru-cache';

/** About fifty photos in the largest width, or a few hundred in the smallest. */
const MOST_BYTES = 32 * 2 ** 20;
/** Memory of an entry in addition to its bytes. */
const OVERHEAD_BYTES = 500;
/** Maximum time that this gateway still serves an image that was removed through another one. */
const MAX_AGE_MS = 10 * 60_000;

/** An image in one width. */
type Width = { id: string; name: number };

/** An LRU cache of images. @param mostBytes its maximum size */
export function createImageCache(fetchImage: (width: Width) => Promise<Buffer>, mostBytes = MOST_BYTES) {
  const kept = new LRUCache<string, Buffer, Width>({
    maxSize: mostBytes,
    sizeCalculation: (bytes) => bytes.byteLength + OVERHEAD_BYTES,
    ttl: MAX_AGE_MS,
    // When `forget` runs during a fetch, waiting requests still get the image, but it is not cached.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => fetchImage(context),
  });
  return {
    /** Returns an image. Concurrent requests share one fetch. @throws errors of the fetch */
    async get(width: Width): Promise<Buffer> {
      const bytes = await kept.fetch(keyOf(width), { context: width });
      // Undefined when `forget` ran during the fetch.
      return bytes ?? fetchImage(width);
    },
    /** Drops an image that was removed. */
    forget(id: string): void {
      for (const name of IMAGE_WIDTHS) kept.delete(keyOf({ id, name }));
    },
  };
}
export type ImageCache = ReturnType<typeof createImageCache>;

const keyOf = ({ id, name }: Width) => `${id}/${name}`;
