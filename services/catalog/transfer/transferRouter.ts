import { gunzipSync } from 'node:zlib';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { fail } from '@venue-booking/proto/failures';
import { LeftOut, MAX_SETTINGS_BYTES, Manifest, Sha256 } from '@venue-booking/proto/transfer/archive';
import { ArchiveSettings } from '@venue-booking/proto/transfer/settingsLines';
import { z } from 'zod';
import type { Deps } from '../change.ts';
import { exportVenue } from './exportVenue.ts';
import { finishImport } from './finishImport.ts';
import { beginImport, findImport, type Import, type ImportIds, partsOf, recordPart } from './importVenue.ts';

const ofImport = z.object({ id: Sha256 });

/** Manifest and settings are compressed, because a request of the broker has 1 MB at most. */
const Packed = z.base64().transform((text, context) => {
  try {
    const bytes = gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: 3 * MAX_SETTINGS_BYTES });
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    context.addIssue('must be JSON, compressed by gzip');
    return z.NEVER;
  }
});

/** Procedures by which a venue leaves with its settings, and arrives with them. */
export function transferRouter(deps: Deps) {
  const { database } = deps;
  const stateOf = ({ row, venue }: Import) => {
    const manifest = Manifest.parse(row.manifest);
    return {
      venueId: venue.id,
      slug: venue.slug,
      publicKey: manifest.public_key,
      nextPart: row.nextPart,
      parts: partsOf(manifest).length,
      finished: row.finishedAt !== null,
      written: row.written as Record<string, number>,
      leftOut: z.array(LeftOut).parse(row.leftOut),
    };
  };
  return t.router({
    export: query(z.object({ slug: z.string() }), ({ slug }) => exportVenue(database, slug)),
    begin: mutation(
      z.object({
        id: Sha256,
        slug: z.string(),
        packed: Packed.pipe(z.object({ manifest: Manifest, settings: ArchiveSettings })),
        dryRun: z.boolean(),
      }),
      async ({ packed, ...input }) => {
        const begun = await beginImport(deps, { ...input, ...packed });
        return { state: begun.import && stateOf(begun.import), eventIds: begun.eventIds };
      },
    ),
    state: query(ofImport, async ({ id }) => {
      const found = await findImport(database, id);
      if (!found) throw fail('import_not_found');
      return stateOf(found);
    }),
    /** What a part needs: its entry in the manifest, and the ids of the venue here. */
    part: query(ofImport.extend({ part: z.int().min(0) }), async ({ id, part }) => {
      const found = await findImport(database, id);
      const entry = found && partsOf(Manifest.parse(found.row.manifest))[part];
      if (!entry) throw fail('import_not_found');
      const { row, venue } = found;
      return {
        entry,
        ...venue,
        nextPart: row.nextPart,
        ids: row.ids as ImportIds,
        from: fromOf(row.manifest),
      };
    }),
    record: mutation(
      ofImport.extend({
        part: z.int().min(0),
        kind: z.string(),
        written: z.int().min(0),
        leftOut: z.array(LeftOut).max(1000),
      }),
      (input) => recordPart(deps, input),
    ),
    finish: mutation(ofImport, async ({ id }) => {
      const found = await findImport(database, id);
      const parts = found ? partsOf(Manifest.parse(found.row.manifest)).length : 0;
      return finishImport(deps, { id, parts });
    }),
  });
}

const fromOf = (manifest: unknown) => Manifest.parse(manifest).from;
