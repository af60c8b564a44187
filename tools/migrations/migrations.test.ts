import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'vitest';
import { faultsOf } from './rules.ts';

const SERVICES = resolve(import.meta.dirname, '../../services');
/** Written before the rules existed. Migrations never change. */
const BEFORE_THE_RULES = [
  'availability/001_initial',
  'availability/002_venue_in_keys',
  'booking/001_initial',
  'booking/002_desk',
  'booking/003_mail',
  'booking/004_webhooks',
  'booking/005_payment',
  'catalog/001_initial',
  'catalog/002_tokens',
  'catalog/003_reannounce',
  'payment/001_initial',
];

const migrations = globSync('*/prisma/migrations/*/migration.sql', { cwd: SERVICES })
  .map((path) => path.replaceAll('\\', '/').replace(/\/prisma\/migrations\/(.*)\/migration\.sql$/, '/$1'))
  .sort();
const sqlOf = (migration: string) => {
  const [service = '', name = ''] = migration.split('/');
  return readFileSync(join(SERVICES, service, 'prisma/migrations', name, 'migration.sql'), 'utf8');
};

describe('migrations', () => {
  for (const migration of migrations.filter((name) => !BEFORE_THE_RULES.includes(name)))
    it(`${migration} can be applied while the previous release runs (docs/decisions/0020-expand-and-contract.md)`, () => {
      assert.deepEqual(faultsOf(sqlOf(migration)), []);
    });

  it('the exempt migrations from before the rules exist and would break a rule', () => {
    assert.deepEqual(
      BEFORE_THE_RULES.filter((name) => !migrations.includes(name)),
      [],
    );
    const refused = BEFORE_THE_RULES.filter((name) => faultsOf(sqlOf(name)).length > 0);
    assert.deepEqual(refused, [
      'availability/002_venue_in_keys',
      'booking/002_desk',
      'booking/005_payment',
      'catalog/002_tokens',
      'catalog/003_reannounce',
    ]);
  });
});
