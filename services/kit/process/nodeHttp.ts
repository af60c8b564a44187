/**
 * Node's `http`, not imported: an import evaluates all that a module exports, here a browser's `WebSocket`
 * too, which is 13 MB of memory and a second `fetch` that nobody uses.
 */
export const { createServer, request } = process.getBuiltinModule('node:http');
