import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A piece of this size is passed on as it is. */
const LARGE_BYTES = 1024;
const BLOCK_BYTES = 16_384;
/** The pieces of a client that sends each token of its JSON by itself, in a body of 64 kB. */
const MOST_TINY = 10_000;
const TINY_BYTES = 64;

/**
 * A request that joins the small pieces of its body. A body reader keeps all pieces until the end, and Node
 * needs 400 bytes for each: a body of 4 MB in chunks of one byte took 1.6 GB. A request with too many tiny
 * pieces loses its connection: each takes 1 µs of the main thread.
 */
export class JoinedRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    // A property of its own: Express replaces the prototype.
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
      if (tiny > MOST_TINY) {
        this.destroy();
        return false;
      }
      // Most bodies are one small piece, which needs no block.
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
