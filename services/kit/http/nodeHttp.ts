/**
 * Node's `http` without an import: importing it evaluates all its exports, including `WebSocket`. That loads
 * the code of `fetch`, which few services use: 3 to 4 MB and 20 ms at start.
 */
export const { createServer, request } = process.getBuiltinModule('node:http');
