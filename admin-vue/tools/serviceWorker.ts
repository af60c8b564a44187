import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

/** The placeholder for the file list in the worker's source. */
const PLACE = /(["'`])__FILES__\1/;
/** Cached in addition to the chunks of the app shell, its languages and the check-in. */
const ALWAYS = ['/admin/', '/admin/manifest.webmanifest', '/admin/icon.svg', '/admin/icon-192.png'];

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/**
 * A Vite plugin that inserts the names of the files to cache into the service worker. File names contain
 * hashes.
 */
export const serviceWorker = (fileName: string): Plugin => ({
  name: 'service-worker',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const worker = bundle[fileName];
      if (worker?.type !== 'chunk' || !PLACE.test(worker.code))
        this.error(`${fileName} has no place for files`);
      const files = [...ALWAYS, ...[...neededFiles(bundle)].sort().map((name) => `/admin/${name}`)];
      const page = bundle['index.html'];
      const version = createHash('sha256')
        .update(JSON.stringify(files))
        .update(page?.type === 'asset' ? page.source : '')
        .digest('hex')
        .slice(0, 12);
      worker.code = worker.code.replace(PLACE, () => JSON.stringify(JSON.stringify({ version, files })));
    },
  },
});

/** Files of the app shell with its languages, and all files that the check-in loads. */
function neededFiles(bundle: Bundle): Set<string> {
  const needed = new Set<string>();
  const take = (name: string) => {
    const chunk = bundle[name] as Chunk | undefined;
    if (!chunk || needed.has(name)) return;
    needed.add(name);
    if (chunk.type !== 'chunk') return;
    for (const other of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) take(other);
  };
  for (const [name, output] of Object.entries(bundle)) {
    const isFrame = output.type === 'chunk' && output.facadeModuleId?.endsWith('index.html');
    const isCheckIn =
      output.type === 'chunk' && output.moduleIds.some((id) => id.includes('/src/views/checkIn/'));
    const isLanguage = output.type === 'chunk' && /\/src\/texts\/\w+\.ts$/.test(output.facadeModuleId ?? '');
    if (isFrame || isCheckIn || isLanguage || /\/qrWorker-/.test(name)) take(name);
  }
  return needed;
}
