import path from 'node:path';
import { installTools } from '../hosts/ownTools.ts';

/** What only the chart tests need: helm and the schemas of Kubernetes objects. */
export const { fetched: chartTools, importTool } = installTools(
  'chart-tools',
  path.join(import.meta.dirname, 'tools'),
);
