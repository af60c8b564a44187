import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Pieces of at least this size are passed on unchanged. */
const LARGE_BYTES = 1024;
const BLOCK_BYTES = 16_384;
/** Enough for a client that sends each token of a 64 kB JSON body as a piece of its own. */
const MAX_TINY = 10_000;
const TINY_BYTES = 64;

/**
 * A request that joins the small pieces of its body. Body readers keep all pieces until the end, and Node
 * needs 400 bytes for each: a body of 4 MB in chunks of one byte took 1.6 GB. A request with too many tiny
 * pieces loses its connection, because each piece takes 1 µs of the main thread.
 */
export class CoalescingRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    // Assign to the instance, because Express replaces the prototype.
    const pass = this.push.bind(this);
    let [first, block]: (Buffer | null)[] = [null, null];
    let [used, tiny] = [0, 0];
    const passHeld = (): boolean => {
      const held = block ? block.subarray(0, used) : first;
      [first, block, used] = [null, null, 0];
      return !held || pass(held);
    };
    const hold = (piece: Buffer): void => {
      block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
      used += piece.copy(block, used);
    };
    this.push = (piece: Buffer | null, encoding?: BufferEncoding): boolean => {
      if (piece === null || piece.length >= LARGE_BYTES) {
        passHeld();
        return pass(piece, encoding);
      }
      if (piece.length < TINY_BYTES) tiny += 1;
      if (tiny > MAX_TINY) {
        this.destroy();
        return false;
      }
      // Most bodies consist of one small piece, which needs no block.
      if (!first) {
        first = piece;
        return true;
      }
      if (!block) hold(first);
      hold(piece);
      return used <= BLOCK_BYTES - LARGE_BYTES || passHeld();
    };
  }
}
