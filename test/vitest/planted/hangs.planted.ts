import { it } from 'vitest';

it('waits forever', () => new Promise(() => {}));
