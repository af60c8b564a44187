// `node tools/generate.mjs`: generates all code with the installed generators. Used by the Dockerfile; `npm
// run generate` installs dependencies first.
import { generators, runGenerator } from './setup/generate.mjs';
import { root } from './setup/setUp.mjs';

await Promise.all(generators(root).map((generator) => runGenerator(root, generator)));
