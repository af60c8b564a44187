import { connect } from 'node:net';
import { it } from 'vitest';

it('connects to another machine', () => {
  connect(80, '192.0.2.1').destroy();
});
