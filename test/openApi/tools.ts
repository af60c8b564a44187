import path from 'node:path';
import { ownTools } from '../hosts/ownTools.ts';

/**
 * What only the tests of the API's description need: two linters, and what checks answers against schemas.
 */
export const { importTool } = ownTools('open-api-tools', path.join(import.meta.dirname, 'tools'));
