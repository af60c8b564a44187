import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A piece of this size is passed on as it is. */
const LARGE_BYTES = 1024;
const BLOCK_BYTES = 16_384;
/** Small pieces of one request: 10 MB over a network with packets of 536 bytes. */
const MOST_SMALL = 20_000;

/**
 * A request that joins the small pieces of its body. A body reader keeps all pieces until the end, and Node
 * needs 400 bytes for each: a body of 4 MB in chunks of one byte took 1.6 GB. A request with too many small
 * pieces loses its connection, as each costs time of the main thread.
 */
export class JoinedRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    // A property of its own: Express replaces the prototype.
    const pass = this.push.bind(this);
    let [first, block]: (Buffer | null)[] = [null, null];
    let [used, small] = [0, 0];
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
      small += 1;
      if (small > MOST_SMALL) {
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
