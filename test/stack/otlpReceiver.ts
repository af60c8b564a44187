import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as the receiver got it. `attributes` are texts. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  startNs: bigint;
  endNs: bigint;
  attributes: Record<string, string>;
};

type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
};
type OtlpBody = { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] };

/** A fake OpenTelemetry collector on 127.0.0.1, which keeps the spans that it gets over HTTP with JSON. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const receive = async (request: IncomingMessage) => {
    const body = (await json(request)) as OtlpBody;
    bodies.push(JSON.stringify(body));
    for (const { scopeSpans } of body.resourceSpans)
      for (const one of scopeSpans.flatMap(({ spans }) => spans))
        spans.push({
          traceId: one.traceId,
          spanId: one.spanId,
          parentSpanId: one.parentSpanId || undefined,
          name: one.name,
          kind: one.kind,
          startNs: BigInt(one.startTimeUnixNano),
          endNs: BigInt(one.endTimeUnixNano),
          attributes: Object.fromEntries(
            one.attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]),
          ),
        });
  };
  const server = createServer((request, response) => {
    void receive(request).then(() => response.setHeader('Content-Type', 'application/json').end('{}'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The spans of a trace, oldest first. */
    trace: (traceId: string) =>
      spans
        .filter((span) => span.traceId === traceId)
        .sort((a, b) => (a.startNs < b.startNs ? -1 : a.startNs > b.startNs ? 1 : 0)),
    /** Everything that was received, as text. */
    text: () => bodies.join('\n'),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Draws a trace as a tree with durations in ms. `depthOfSql`: whether statements are shown. */
export function drawTrace(spans: readonly ReceivedSpan[], { withSql = false } = {}): string {
  const shown = spans.filter(({ attributes }) => withSql || !('db.query.text' in attributes));
  const ids = new Set(shown.map(({ spanId }) => spanId));
  const first = shown[0]?.startNs ?? 0n;
  const ms = (ns: bigint) => (Number(ns) / 1e6).toFixed(1);
  const draw = (span: ReceivedSpan, before: string, isLast: boolean, isRoot: boolean): string[] => {
    const children = shown.filter(({ parentSpanId }) => parentSpanId === span.spanId);
    const sql = spans.filter(
      ({ parentSpanId, attributes }) => parentSpanId === span.spanId && 'db.query.text' in attributes,
    ).length;
    const branch = isRoot ? '' : isLast ? '└─ ' : '├─ ';
    const statements = sql > 0 && !withSql ? `, ${sql} SQL` : '';
    const line = `${before}${branch}${span.name}  (at ${ms(span.startNs - first)}, ${ms(span.endNs - span.startNs)} ms${statements})`;
    const below = isRoot ? before : `${before}${isLast ? '   ' : '│  '}`;
    return [line, ...children.flatMap((child, at) => draw(child, below, at === children.length - 1, false))];
  };
  return shown
    .filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId))
    .flatMap((root) => draw(root, '', true, true))
    .join('\n');
}
