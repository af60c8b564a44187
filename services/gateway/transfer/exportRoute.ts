import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { networkOf } from '@venue-booking/kit/http/clientAddress';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { IMAGE_WIDTHS } from '@venue-booking/proto/facility/image';
import { fail } from '@venue-booking/proto/failures';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_TYPE,
  ARCHIVE_VERSION,
  type LeftOut,
  MAX_BOOKINGS,
  MAX_PACKED_SETTINGS_BYTES,
  MAX_SETTINGS_BYTES,
} from '@venue-booking/proto/transfer/archive';
import { Slug } from '@venue-booking/proto/venue/venue';
import { type Request, type Response, Router } from 'express';
import type { ExportDeps } from '../admin/exports/csv.ts';
import { registerRoute } from '../http/methods.ts';
import { READ_BUDGET_MS, runWithDeadline } from '../http/requestDeadline.ts';
import { archiveOf, linePieces, type Piece } from './archiveStream.ts';

type Deps = ExportDeps & { publicUrl: string };
/** Runs a read with its own deadline, after the caller's access was checked again. */
type Read = <T>(read: () => Promise<T>) => Promise<T>;

/** `GET …/export`: everything of a venue as one signed archive, streamed page by page. */
export function exportRoute(deps: Deps): Router {
  const { callers, security, bulkheads, backends, publicUrl, log } = deps;
  const { catalog, booking } = backends;
  const send = async (request: Request, response: Response) => {
    const slug = String(request.params.slug);
    const read: Read = (work) =>
      runWithDeadline(request, READ_BUDGET_MS, async () => {
        await callers.require(request, 'owner');
        return bulkheads.admin.query(slug, work);
      });
    if (!Slug.safeParse(slug).success) throw fail('venue_not_found');
    const { actor, credential } = await runWithDeadline(request, READ_BUDGET_MS, () =>
      callers.require(request, 'owner'),
    );
    const exported = await read(() => catalog.transfer.export.query({ slug }));
    const { venueId, settings } = exported;
    requireSmallSettings(settings);
    const [publicKey, counts] = await read(() =>
      Promise.all([booking.transfer.publicKey.query(), booking.transfer.leftOut.query({ venueId })]),
    );
    if ((counts.bookings ?? 0) > MAX_BOOKINGS)
      throw fail('export_too_large', { detail: `more than ${MAX_BOOKINGS} bookings` });
    const facts = {
      format: ARCHIVE_FORMAT,
      version: ARCHIVE_VERSION,
      exported_at: new Date().toISOString(),
      from: publicUrl,
      ...{ slug, name: settings.venue.name, timezone: settings.venue.timezone ?? 'UTC' },
      public_key: publicKey,
      left_out: leftOut(counts, exported.domains),
    } as const;
    response.set({
      'Content-Type': ARCHIVE_TYPE,
      'Content-Disposition': `attachment; filename="${slug}.venue.tar.gz"`,
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') return void response.end();
    const network = networkOf(request.ip ?? '');
    security('export', 'success', { actor, credential, network, venue: slug, target: 'venue' });
    const sign = (sha256: string) => read(() => booking.transfer.sign.mutate({ sha256 }));
    const pieces = piecesOf(deps, exported, read);
    try {
      // A failure cuts the connection, and the archive lacks its signature.
      await pipeline(archiveOf(pieces, facts, sign), createGzip(), response);
    } catch (error) {
      const { code } = failureOf(error) ?? (error as NodeJS.ErrnoException);
      if (code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'export of a venue failed');
      response.destroy();
    }
  };
  const router = Router();
  registerRoute(router, '/api/admin/venues/:slug/export', { get: send });
  return router;
}

/** @throws `export_too_large` for settings that no installation would import */
function requireSmallSettings(settings: object): void {
  const text = JSON.stringify(settings);
  if (Buffer.byteLength(text) > MAX_SETTINGS_BYTES)
    throw fail('export_too_large', { detail: `more than ${MAX_SETTINGS_BYTES / 1e6} MB` });
  if (gzipSync(text).length > MAX_PACKED_SETTINGS_BYTES)
    throw fail('export_too_large', { detail: `more than ${MAX_PACKED_SETTINGS_BYTES / 1e3} kB, compressed` });
}

type Exported = Awaited<ReturnType<ExportDeps['backends']['catalog']['transfer']['export']['query']>>;

async function* piecesOf(
  { backends: { catalog, availability, booking } }: Deps,
  { venueId, settings, images }: Exported,
  read: Read,
): AsyncGenerator<Piece> {
  yield* linePieces('venue', [settings.venue]);
  for (const kind of ['rooms', 'facilities', 'fields', 'days', 'people'] as const)
    yield* linePieces(kind, settings[kind]);
  const name = Math.max(...IMAGE_WIDTHS) as (typeof IMAGE_WIDTHS)[number];
  for (const id of images) {
    const { base64 } = await read(() => readLargest(catalog, id, name));
    yield { name: `image/${id}.webp`, kind: 'image', bytes: Buffer.from(base64, 'base64'), rows: 1 };
  }
  yield* linePieces('mail_texts', await read(() => booking.transfer.mailTexts.query({ venueId })));
  const { transfer } = availability;
  yield* linePieces(
    'capacities',
    paged((after) => read(() => transfer.capacities.query({ venueId, after }))),
  );
  const bookings = paged((after) => read(() => booking.transfer.bookings.query({ venueId, after })));
  yield* linePieces('bookings', shortened(bookings));
  yield* linePieces(
    'blocks',
    paged((after) => read(() => transfer.blocks.query({ venueId, after }))),
  );
}

/** A small image has no larger width. */
async function readLargest(catalog: Deps['backends']['catalog'], id: string, name: number) {
  for (const width of IMAGE_WIDTHS.toSorted((a, b) => b - a)) {
    if (width > name) continue;
    const found = await catalog.images.read.query({ id, name: width }).catch((error: unknown) => {
      if (failureOf(error)?.code === 'image_not_found') return null;
      throw error;
    });
    if (found) return found;
  }
  throw fail('image_not_found');
}

async function* paged<Line extends object>(
  read: (after: number) => Promise<{ lines: Line[]; next: number | null }>,
): AsyncGenerator<Line> {
  for (let after: number | null = 0; after !== null; ) {
    const page: { lines: Line[]; next: number | null } = await read(after);
    yield* page.lines;
    after = page.next;
  }
}

/** Bytes of a booking from which on its history is shortened. */
const LONG_LINE = 200_000;
const SHORT_HISTORY = 50;

async function* shortened<Line extends { history: unknown[] }>(lines: AsyncIterable<Line>) {
  for await (const line of lines)
    yield JSON.stringify(line).length > LONG_LINE
      ? { ...line, history: line.history.slice(-SHORT_HISTORY) }
      : line;
}

const ELSEWHERE = 'It belongs to this installation';

/** What no archive contains, with the counts that are known. */
function leftOut(counts: Record<string, number>, domains: string[]): LeftOut[] {
  const counted = (what: string, count: number | undefined, why: string): LeftOut[] =>
    count ? [{ what, why, count }] : [];
  return [
    { what: 'payment accounts, API tokens, sessions, passkeys, calendar feeds', why: 'They are secrets' },
    { what: 'plan, fees, audit log, sent mail, messages, limits per guest', why: ELSEWHERE },
    ...counted('bookings whose payment is under way', counts.unpaid, 'They end within their hold'),
    ...counted('webhooks', counts.webhooks, 'Their secrets cannot leave; create them anew'),
    ...counted('waiting guests', counts.waiting, 'Waiting lists do not move yet'),
    ...counted('notes about guests', counts.notes, 'Notes and tags of guests do not move yet'),
    ...counted('closed days of the till', counts.tills, 'Payments move, closings do not'),
    ...(domains.length > 0
      ? [{ what: `domains: ${domains.join(', ')}`.slice(0, 200), why: 'They must be proven anew' }]
      : []),
  ];
}
