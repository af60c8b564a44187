import { IMAGE_WIDTHS } from '@venue-booking/proto/image';
import { LRUCache } from 'lru-cache';

/** Some fifty photos in their largest width, or a few hundred in the smallest. */
const MOST_BYTES = 32 * 2 ** 20;
/** What an entry takes beside its bytes. */
const OVERHEAD_BYTES = 500;
/** An image that was removed through another gateway is shown here for so long at most. */
const MAX_AGE_MS = 10 * 60_000;

/** One width of an image. */
type Width = { id: string; name: number };

/** Images that were shown of late, those asked for last. @param mostBytes how much it holds */
export function createImageCache(fetchImage: (width: Width) => Promise<Buffer>, mostBytes = MOST_BYTES) {
  const kept = new LRUCache<string, Buffer, Width>({
    maxSize: mostBytes,
    sizeCalculation: (bytes) => bytes.byteLength + OVERHEAD_BYTES,
    ttl: MAX_AGE_MS,
    // Whoever waits gets what is on its way; it is not kept when it was forgotten meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => fetchImage(context),
  });
  return {
    /** Asks for what it does not hold, once for all who wait for it. @throws what asking throws */
    async get(width: Width): Promise<Buffer> {
      const bytes = await kept.fetch(keyOf(width), { context: width });
      // It was forgotten while it was on its way.
      return bytes ?? fetchImage(width);
    },
    /** An image was removed. */
    forget(id: string): void {
      for (const name of IMAGE_WIDTHS) kept.delete(keyOf({ id, name }));
    },
  };
}
export type ImageCache = ReturnType<typeof createImageCache>;

const keyOf = ({ id, name }: Width) => `${id}/${name}`;
