import type { CallFrame, CpuProfile } from './inspector.ts';
import { labelOf, type Part, partOf } from './parts.ts';

/** Calls of one function, or of functions of one package in a row; `time` in µs, with what they called. */
export type Calls = { label: string; part: Part; time: number; callees: Map<string, Calls> };

/** Where the main thread of a process was while it was busy. */
export type CallTree = Calls & { byPart: Map<Part, number> };

const NODE: Part = 'Node.js and V8';

export const emptyTree = (): CallTree => ({
  label: 'all',
  part: NODE,
  time: 0,
  callees: new Map(),
  byPart: new Map(),
});

/**
 * Adds a profile to a tree. The time of a sample counts for the part of its innermost call; what Node.js does
 * itself counts for whoever called it.
 */
export function addProfile(tree: CallTree, { nodes, samples, timeDeltas }: CpuProfile): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const stackOf = (id: number | undefined): CallFrame[] => {
    const node = id === undefined ? undefined : byId.get(id);
    return node ? [...stackOf(callers.get(node.id)), node.callFrame] : [];
  };
  const timeAt = new Map<number, number>();
  // A delta is the time before its sample: what the thread did since the sample before is not known better.
  samples.forEach((id, at) => {
    timeAt.set(id, (timeAt.get(id) ?? 0) + Math.max(0, timeDeltas[at] ?? 0));
  });
  for (const [id, time] of timeAt) {
    const [, ...stack] = stackOf(id);
    if (stack[0]?.functionName === '(idle)') continue;
    addStack(tree, stack, time);
  }
}

function addStack(tree: CallTree, stack: CallFrame[], time: number): void {
  const part = stack.map(partOf).findLast((one) => one !== NODE) ?? NODE;
  tree.byPart.set(part, (tree.byPart.get(part) ?? 0) + time);
  tree.time += time;
  let at: Calls = tree;
  let before = '';
  for (const frame of stack) {
    const place = placeOf(frame);
    // Calls within one package are drawn as one: what it does inside is in the profile itself.
    if (place === before) continue;
    before = place;
    const label = labelOf(frame);
    const found: Calls = at.callees.get(label) ?? {
      label,
      part: partOf(frame),
      time: 0,
      callees: new Map(),
    };
    at.callees.set(label, found);
    found.time += time;
    at = found;
  }
}

/** What calls in a row share when they are drawn as one; each function of ours is by itself. */
function placeOf(frame: CallFrame): string {
  const part = partOf(frame);
  const isOurs = part === 'own code' || (part === 'mail, own and nodemailer' && frame.url.endsWith('.ts'));
  return isOurs ? labelOf(frame) : part;
}
