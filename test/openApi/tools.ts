import path from 'node:path';
import { installTools } from '../hosts/ownTools.ts';

/** Imports from the test-only packages for the API description: two linters and a schema validator. */
export const { importTool } = installTools('open-api-tools', path.join(import.meta.dirname, 'tools'));
