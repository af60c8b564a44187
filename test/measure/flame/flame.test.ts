import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { addProfile, emptyTree } from './callTree.ts';
import { flameGraph } from './flameGraph.ts';
import type { CallFrame, CpuProfile } from './inspector.ts';
import { type Part, partOf } from './parts.ts';

const ours = 'file:///clone/services/booking/core/placeBooking.ts';
const theirs = (name: string) => `file:///clone/node_modules/${name}/lib/index.js`;

/** A profile of stacks from the outermost call on, each with its time in µs. */
function profileOf(...stacks: [time: number, ...calls: [functionName: string, url: string][]][]): CpuProfile {
  const nodes: CpuProfile['nodes'] = [
    { id: 1, callFrame: { functionName: '(root)', url: '' }, children: [] },
  ];
  const samples = stacks.map(([, ...calls]) => {
    let at = nodes[0];
    for (const [functionName, url] of calls) {
      const node = { id: nodes.length + 1, callFrame: { functionName, url }, children: [] };
      at?.children?.push(node.id);
      nodes.push(node);
      at = node;
    }
    return at?.id ?? 1;
  });
  return { nodes, samples, timeDeltas: stacks.map(([time]) => time) };
}

describe('a flame graph', () => {
  it('has a part for code of ours, of each package, and of Node.js', () => {
    const parts: [Part, CallFrame][] = [
      ['own code', { functionName: 'place', url: ours }],
      ['mail, own and nodemailer', { functionName: 'x', url: 'file:///clone/services/booking/mail/mime.ts' }],
      ['mail, own and nodemailer', { functionName: 'x', url: theirs('nodemailer') }],
      ['NATS client', { functionName: 'x', url: theirs('@nats-io/nats-core') }],
      ['Prisma', { functionName: 'x', url: theirs('@prisma/adapter-pg') }],
      ['Prisma', { functionName: 'x', url: 'wasm://wasm/0012' }],
      ['pg driver', { functionName: 'x', url: theirs('a/node_modules/pg-protocol') }],
      ['HTTP: Node.js and Express', { functionName: 'x', url: 'node:_http_outgoing' }],
      ['other packages', { functionName: 'x', url: theirs('pgx') }],
      ['freeing memory', { functionName: '(garbage collector)', url: '' }],
      ['Node.js and V8', { functionName: '(program)', url: '' }],
    ];
    for (const [part, frame] of parts) assert.equal(partOf(frame), part, frame.url);
  });

  it('counts what Node.js does for its caller, and not what is idle', () => {
    const tree = emptyTree();
    addProfile(
      tree,
      profileOf(
        [700, ['(idle)', '']],
        [300, ['place', ours], ['query', theirs('pg')], ['write', 'node:net'], ['writev', '']],
        [100, ['place', ours], ['hash', 'node:crypto']],
        [100, ['(program)', '']],
      ),
    );
    assert.equal(tree.time, 500);
    assert.deepEqual(Object.fromEntries(tree.byPart), {
      'pg driver': 300,
      'own code': 100,
      'Node.js and V8': 100,
    });
  });

  it('draws calls within a package as one, each call of ours by itself, and none below 0.5 %', () => {
    const tree = emptyTree();
    addProfile(
      tree,
      profileOf(
        [996, ['place', ours], ['save<T>', ours], ['query', theirs('pg')], ['submit', theirs('pg')]],
        [4, ['rare', ours]],
      ),
    );
    const svg = flameGraph(tree, 'booking & co');
    const titles = [...svg.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
    assert.deepEqual(titles, [
      'all: 100.0 %',
      'place booking/core/placeBooking: 99.6 %',
      'save&lt;T&gt; booking/core/placeBooking: 99.6 %',
      'query pg: 99.6 %',
    ]);
    assert.match(svg, /<title id="title">booking &amp; co<\/title>/);
    assert.match(svg, /<desc id="shares">pg driver: 99.6 %, own code: 0.4 %<\/desc>/);
  });
});
