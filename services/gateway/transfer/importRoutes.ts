import { gzipSync } from 'node:zlib';
import { fingerprintOf, isSigned } from '@venue-booking/domain/transfer/archiveSignature';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import { fail } from '@venue-booking/proto/failures';
import {
  type ImportState,
  isSettingsKind,
  MAX_ENTRY_BYTES,
  MAX_MANIFEST_BYTES,
  MAX_SETTINGS_BYTES,
  Manifest,
  Sha256,
  StartImport,
} from '@venue-booking/proto/transfer/archive';
import { ArchiveSettings } from '@venue-booking/proto/transfer/settingsLines';
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { type AdminDeps, onceApplied } from '../admin/adminDeps.ts';
import { recordChange } from '../audit/recorded.ts';
import type { Callers } from '../auth/callers.ts';
import { registerRoute } from '../http/methods.ts';
import { bodyReader, verifyText } from '../http/requestBody.ts';
import { handlerWithDeadline, WRITE_BUDGET_MS } from '../http/requestDeadline.ts';
import { sha256Of } from './archiveStream.ts';
import { imageIdHere, importPart, linesOf } from './importPart.ts';

/** Manifest and settings, and their escapes in JSON. */
const START_KB = Math.ceil(((MAX_MANIFEST_BYTES + MAX_SETTINGS_BYTES) * 1.3) / 1024);
const PART_KB = Math.ceil(MAX_ENTRY_BYTES / 1024);
/**
 * A request of the broker has 1 MB at most, in base64. An archive of the documented size is smaller: 48 bytes
 * per entry of the manifest, and the settings.
 */
const MAX_PACKED = 680_000;

const PartPath = z.object({ id: Sha256, part: z.coerce.number().int().min(0) });

type Deps = AdminDeps & { callers: Callers };
type CatalogState = NonNullable<
  Awaited<ReturnType<AdminDeps['backends']['catalog']['transfer']['begin']['mutate']>>['state']
>;

/**
 * Routes by which the operator imports a venue: a start with the settings, the other entries of the archive
 * one by one, and an end. Each may be repeated.
 */
export function importRoutes(deps: Deps): Router {
  const { backends, callers, audit } = deps;
  const { catalog, availability, booking } = backends;
  const readStart = bodyReader(START_KB, (limit) => express.json({ limit, verify: verifyText }));
  const readPart = bodyReader(PART_KB, (limit) => express.raw({ limit, type: () => true, inflate: false }));

  const audited = <T>(request: Request, call: string, venue: string, actor: string, run: () => Promise<T>) =>
    recordChange(
      audit,
      {
        ...{ call, kind: 'venue', venue, clientAddress: request.ip ?? '' },
        ...{ actor: () => actor, target: () => venue },
      },
      run,
    );

  const start = async (request: Request, response: Response) => {
    const { name } = await callers.require(request, 'operator');
    await readStart(request, response);
    const parsed = StartImport.safeParse(request.body);
    if (!parsed.success) throw fail('validation', { detail: describeIssues(parsed.error) });
    const { dry_run: dryRun, signature, manifest: text } = parsed.data;
    const manifest = await readManifest(text, signature);
    const id = sha256Of(text);
    const slug = parsed.data.slug ?? manifest.slug;
    if (deps.isOwnHost(slug)) throw fail('slug_taken', { slug });
    const settings = readSettings(parsed.data.settings, { manifest, id, publicUrl: deps.publicUrl });
    const packed = gzipSync(JSON.stringify({ manifest, settings })).toString('base64');
    if (packed.length > MAX_PACKED)
      throw fail('archive_refused', { detail: 'its manifest and settings are too large' });
    const begin = () => catalog.transfer.begin.mutate({ id, slug, packed, dryRun });
    const { state, eventIds } = dryRun
      ? await begin()
      : await audited(request, 'startImport', slug, name, begin);
    if (state) await awaitAll(deps, state.venueId, eventIds);
    const parts = manifest.entries.filter(({ kind }) => !isSettingsKind(kind)).length;
    const none = { slug, publicKey: manifest.public_key, nextPart: 0, parts, finished: false };
    response
      .status(dryRun ? 200 : 201)
      .json(await toState(id, state ?? { ...none, written: {}, leftOut: [] }));
  };

  const part = async (request: Request, response: Response) => {
    await callers.require(request, 'operator');
    await readPart(request, response);
    const path = PartPath.safeParse(request.params);
    if (!path.success) throw fail('import_not_found');
    const { id, part: number } = path.data;
    const at = await catalog.transfer.part.query({ id, part: number });
    if (number > at.nextPart) throw fail('import_incomplete', { part: at.nextPart });
    if (number === at.nextPart) {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (sha256Of(bytes) !== at.entry.sha256)
        throw fail('archive_refused', { detail: `${at.entry.name} differs from the manifest` });
      const target = { ...at, importId: id, venueId: at.id };
      const result = await importPart(backends, target, { ...at.entry, bytes });
      await catalog.transfer.record.mutate({ id, part: number, kind: at.entry.kind, ...result });
    }
    response.json(await toState(id, await catalog.transfer.state.query({ id })));
  };

  const finish = async (request: Request, response: Response) => {
    const { name } = await callers.require(request, 'operator');
    await readStart(request, response);
    const body = z.strictObject({}).safeParse(request.body ?? {});
    if (!body.success) throw fail('validation', { detail: describeIssues(body.error) });
    const id = Sha256.safeParse(request.params.id).data;
    if (id === undefined) throw fail('import_not_found');
    const { slug, venueId, nextPart, parts, finished } = await catalog.transfer.state.query({ id });
    const end = async () => {
      if (!finished && nextPart === parts) await booking.transfer.queueVisitMails.mutate({ venueId });
      return onceApplied(deps, catalog.transfer.finish.mutate({ id }), [availability, booking]);
    };
    await audited(request, 'finishImport', slug, name, end);
    deps.invalidateCallers();
    response.json(await toState(id, await catalog.transfer.state.query({ id })));
  };

  const router = Router();
  const handler = (handle: typeof start) => handlerWithDeadline(WRITE_BUDGET_MS, handle);
  registerRoute(router, '/api/admin/imports', { post: handler(start) });
  registerRoute(router, '/api/admin/imports/:id/parts/:part', { post: handler(part) });
  registerRoute(router, '/api/admin/imports/:id/finish', { post: handler(finish) });
  return router;
}

/** Event ids per call: a venue with many special days has thousands. */
const AWAITED = 500;

async function awaitAll(
  { backends, venueChanged }: Deps,
  venueId: number,
  eventIds: Record<'availability' | 'booking', string[]>,
): Promise<void> {
  for (const service of ['availability', 'booking'] as const) {
    const ids = eventIds[service];
    for (let at = 0; at < ids.length; at += AWAITED)
      await backends[service].awaitApplied.query({ eventIds: ids.slice(at, at + AWAITED) });
  }
  venueChanged(venueId);
}

async function toState(id: string, state: Omit<CatalogState, 'venueId'>): Promise<ImportState> {
  const { slug, parts, finished, written } = state;
  return {
    ...{ id, slug, parts, finished, written },
    fingerprint: await fingerprintOf(state.publicKey),
    next_part: state.nextPart,
    left_out: state.leftOut,
  };
}

/** @throws `archive_refused` */
async function readManifest(text: string, signature: string): Promise<Manifest> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail('archive_refused', { detail: 'the manifest is not JSON' });
  }
  const { success, data, error } = Manifest.safeParse(value);
  if (!success) throw fail('archive_refused', { detail: `the manifest: ${describeIssues(error)}` });
  if (!(await isSigned(sha256Of(text), data.public_key, signature)))
    throw fail('archive_refused', { detail: 'its signature is wrong' });
  return data;
}

/** The settings of an archive, with the URLs that its images will have here. @throws `archive_refused` */
function readSettings(
  given: Record<string, string>,
  { manifest, id, publicUrl }: { manifest: Manifest; id: string; publicUrl: string },
): ArchiveSettings {
  const named = (kind: string) => manifest.entries.filter((entry) => entry.kind === kind);
  const images = new Set(named('image').map(({ name }) => name.slice('image/'.length, -'.webp'.length)));
  const textOf = ({ name, sha256 }: { name: string; sha256: string }): string => {
    const text = given[name];
    if (text === undefined || sha256Of(text) !== sha256)
      throw fail('archive_refused', { detail: `${name} differs from the manifest` });
    return text.replace(
      /"(https?:\/\/[^/"\\]*)?\/images\/([0-9a-f-]{36})\/(\d+\.webp)"/g,
      (whole, origin: string | undefined, image: string, file: string) =>
        images.has(image)
          ? `"${origin === undefined ? '' : publicUrl}/images/${imageIdHere(id, image)}/${file}"`
          : whole,
    );
  };
  const all = <K extends 'venue' | 'rooms' | 'facilities' | 'fields' | 'days' | 'people'>(kind: K) =>
    named(kind).flatMap((entry) => linesOf(kind, { name: entry.name, text: textOf(entry) }));
  const [venue, ...more] = all('venue');
  const settings = ArchiveSettings.safeParse({
    ...{ venue, rooms: all('rooms'), facilities: all('facilities'), fields: all('fields') },
    ...{ days: all('days'), people: all('people') },
  });
  if (!settings.success || more.length > 0)
    throw fail('archive_refused', { detail: 'it must have one venue, with settings within the limits' });
  return settings.data;
}
