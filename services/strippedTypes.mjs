// Preloaded in an image of the services, whose code has no types left (tools/imageFiles.ts): Node would load
// its type stripper all the same, which is 28 MB of each process and a quarter of what its start costs.
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, nextLoad) =>
    nextLoad(url, url.endsWith('.ts') ? { ...context, format: 'module' } : context),
});
