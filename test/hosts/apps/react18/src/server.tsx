import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { renderToString } from 'react-dom/server';
import { Site } from './Site.tsx';

const bundles = new URL(`../${process.env.NODE_ENV}/`, import.meta.url);
// Put React's rendering warnings into the page, so that tests see them.
const warnings: string[] = [];
console.error = (...args) => warnings.push(args.join(' '));

const pageOf = (html: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Badhuis Noord</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { font: 1rem/1.5 system-ui, sans-serif } main { max-width: 44rem; margin: 0 auto }</style></head>
<body><main>${html}</main><script type="module" src="/site.js"></script></body></html>`;

createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? '/', 'http://site');
  if (pathname === '/') {
    const html = pageOf(renderToString(<Site search={search} />));
    response.writeHead(warnings.length > 0 ? 500 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(warnings.join('\n') || html);
    return;
  }
  if (!/^[/]([\w-]+|assets[/][\w-]+)[.]js$/.test(pathname)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' });
  response.end(readFileSync(new URL(`.${pathname}`, bundles)));
}).listen(Number(process.env.PORT), '127.0.0.1');
