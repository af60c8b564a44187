import { createServer } from 'node:net';
import { it } from 'vitest';

it('leaves a server open', () => {
  createServer().listen(0, '127.0.0.1');
});
