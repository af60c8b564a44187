import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { countStatements } from '@venue-booking/kit/testing/countStatements';
import { Manifest } from '@venue-booking/proto/transfer/archive';
import { ArchiveSettings } from '@venue-booking/proto/transfer/settingsLines';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createMigratedDatabase } from '../../../test/servers/migratedDatabase.ts';
import { startPostgres } from '../../../test/servers/postgres.ts';
import { FACILITY, signedEntries, VENUE } from '../../../test/transfer/makeArchive.ts';
import { type CatalogDatabase, openDatabase } from '../database.ts';
import { beginImport } from './importVenue.ts';

describe('the settings of an archive', () => {
  let database: CatalogDatabase;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const created = await createMigratedDatabase(await startPostgres());
    drop = created.drop;
    await migrate(created.url, 'catalog', join(import.meta.dirname, '../prisma/migrations'));
    database = openDatabase(created.url);
  });
  afterAll(async () => {
    await database.$disconnect();
    await drop();
  });

  const begin = (count: number) => {
    const numbers = Array.from({ length: count }, (_, at) => count - at);
    const facilities = numbers.map((id) => ({
      ...{ ...FACILITY, id, name: `Court ${id}`, rooms: [id], active: id % 2 > 0 },
    }));
    const slug = `i-${randomUUID()}`;
    return beginImport(
      { database, wakeRelay: () => {} },
      {
        ...{ id: createHash('sha256').update(slug).digest('hex'), slug, dryRun: false },
        manifest: Manifest.parse(JSON.parse(signedEntries({ 'venue/000001.jsonl': [VENUE] }).manifest)),
        settings: ArchiveSettings.parse({
          ...{ venue: VENUE, facilities, fields: [], days: [], people: [] },
          rooms: numbers.map((id) => ({ id, name: `Room ${id}` })),
        }),
      },
    );
  };

  it('arrive in as many statements for many rooms and facilities as for one', async () => {
    // The first call opens the connections.
    await begin(1);
    assert.equal(await countStatements(() => begin(40)), await countStatements(() => begin(1)));
  });

  it('keep the rooms of each facility', async () => {
    const { import: begun } = await begin(20);
    const { venueId, ids, later } = begun?.row ?? assert.fail();
    const { facilities } = ids as { facilities: Record<string, number> };
    const rows = await database.facility.findMany({ where: { venueId } });
    const rooms = new Map(
      (await database.room.findMany({ where: { venueId } })).map(({ id, name }) => [id, name]),
    );
    for (const [old, id] of Object.entries(facilities)) {
      const row = rows.find((one) => one.id === id);
      assert.deepEqual(
        [row?.name, row?.rooms.map((room) => rooms.get(room))],
        [`Court ${old}`, [`Room ${old}`]],
      );
    }
    const inactive = Object.keys(facilities).filter((old) => Number(old) % 2 === 0);
    assert.deepEqual(
      (later as { inactive: number[] }).inactive.toSorted(),
      inactive.map((old) => facilities[old]).toSorted(),
    );
  });
});
