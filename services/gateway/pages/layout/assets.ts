import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { allowOnly } from '../../http/methods.ts';

type Encoding = 'br' | 'gzip';
/** A response body with its ETag and, once requested, its compressed forms. */
export type Asset = { bytes: Buffer; etag: string; type: string; packed: Map<Encoding, Promise<Buffer>> };
type Headers = Record<string, string>;

const PAGES = resolve(import.meta.dirname, '..');

/** Cache headers for content that never changes at its URL. */
export const FOR_EVER = { 'Cache-Control': 'public, max-age=31536000, immutable' };

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ts': 'application/typescript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

// Level 9 compresses the largest file from 1.7 MB to 0.4 MB in 0.3 s, once per process. Level 11 takes 6 s
// and saves a twelfth.
const pack: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};
const extensions: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/**
 * Serves files from memory with an ETag, compressed once. Files with a precompressed `.br` or `.gz` version
 * next to them use that version.
 * @param files paths by URL name; read immediately, so that a missing file fails at start
 * @param headers for all files, or a function of the file name; should include `Cache-Control`
 * @returns the router, and a digest of all contents for URLs that may be cached forever
 */
export function assets(
  files: Record<string, string>,
  headers: Headers | ((name: string) => Headers),
): { router: Router; version: string } {
  const byName = new Map(Object.entries(files).map(([name, path]) => [name, readAsset(path)]));
  const digest = createHash('sha256');
  for (const asset of byName.values()) digest.update(asset.etag);

  const router = Router();
  const found: RequestHandler<{ name: string }> = (req, _res, next) =>
    next(byName.has(req.params.name) ? undefined : 'route');
  router
    .route('/:name')
    .all(found)
    .get(async (req, res) => {
      const { name } = req.params;
      res.set(typeof headers === 'function' ? headers(name) : headers);
      await sendAsset(byName.get(name) as Asset, req, res);
    })
    .all(allowOnly('GET, HEAD'));
  return { router, version: digest.digest('hex').slice(0, 12) };
}

/** Paths of the files in a folder, by name. @throws when the folder does not exist */
export const filesIn = (folder: string, isWanted = (_name: string) => true): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && isWanted(entry.name))
      .map(({ name }) => [name, join(folder, name)]),
  );

/**
 * Serves assets of a page below a path that changes with their contents.
 * @param files relative to the `pages` folder
 */
export function pageAssets(mount: string, files: string[]): { router: Router; path: string } {
  const named = Object.fromEntries(files.map((file) => [basename(file), resolve(PAGES, file)]));
  const { router, version } = assets(named, FOR_EVER);
  const path = `${mount}/${version}`;
  return { router: Router().use(path, router), path };
}

/**
 * Serves a constant response from memory, with an ETag, compressed once. If `text` is a function, the first
 * request calls it.
 */
export function constant(
  text: string | (() => Promise<string>),
  type: '.html' | '.json',
  headers: Headers,
): RequestHandler {
  const makeAsset = async () =>
    assetOf(Buffer.from(typeof text === 'string' ? text : await text()), contentTypes[type] ?? '');
  let asset: Promise<Asset> | undefined;
  return async (req, res) => {
    asset ??= makeAsset();
    await sendAsset(await asset, req, res.set(headers));
  };
}

/** @param type the `Content-Type` */
export function assetOf(bytes: Buffer, type: string): Asset {
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, etag, type, packed: new Map() };
}

function readAsset(path: string): Asset {
  const asset = assetOf(readFileSync(path), contentTypes[extname(path)] ?? 'application/octet-stream');
  for (const encoding of ['br', 'gzip'] as const) {
    const beside = path + extensions[encoding];
    if (existsSync(beside)) asset.packed.set(encoding, Promise.resolve(readFileSync(beside)));
  }
  return asset;
}

/** Sends an asset, or 304 if the client has it. Other headers must be set before. */
export async function sendAsset(asset: Asset, req: Request, res: Response): Promise<void> {
  res.vary('Accept-Encoding').set({
    ETag: asset.etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': asset.type,
  });
  if (req.fresh) return void res.status(304).end();

  // Check one by one: with both, Express prefers gzip, because browsers list it first.
  const encoding = req.acceptsEncodings('br') || req.acceptsEncodings('gzip');
  if (encoding !== 'br' && encoding !== 'gzip') return void res.send(asset.bytes);

  const packed = asset.packed.get(encoding) ?? pack[encoding](asset.bytes);
  asset.packed.set(encoding, packed);
  res.set('Content-Encoding', encoding).send(await packed);
}
