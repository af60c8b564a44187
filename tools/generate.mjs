// `node tools/generate.mjs`: generates all code with what is installed, be it only what generates. The
// Dockerfile runs it; `npm run generate` installs first.
import { generators, runGenerator } from './setup/generate.mjs';
import { root } from './setup/setUp.mjs';

await Promise.all(generators(root).map((generator) => runGenerator(root, generator)));
