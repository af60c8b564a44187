import type { Calls, CallTree } from './callTree.ts';
import { PARTS, type Part } from './parts.ts';

const WIDTH = 1200;
const ROW = 18;
/** Of a monospace letter, by width and by height of the text. */
const LETTER = 6.65;
const FONT = 11;
/** A call with a smaller share of the time is not drawn. */
const LEAST = 0.005;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const classOf = (part: Part): string => `p${Object.keys(PARTS).indexOf(part)}`;

/**
 * A flame graph as SVG: each call stands upon its caller, as wide as its share of the busy time. Each part
 * has its colour and is in the key with its share.
 */
export function flameGraph(tree: CallTree, title: string): string {
  const boxes: { calls: Calls; x: number; depth: number }[] = [];
  const place = (calls: Calls, x: number, depth: number): void => {
    if (calls.time < tree.time * LEAST) return;
    boxes.push({ calls, x, depth });
    let at = x;
    for (const callee of [...calls.callees.values()].sort((a, b) => b.time - a.time)) {
      place(callee, at, depth + 1);
      at += callee.time;
    }
  };
  place(tree, 0, 0);
  const shares = [...tree.byPart]
    .map(([part, time]): [Part, number] => [part, time / tree.time])
    .sort(([, a], [, b]) => b - a);
  const key = shares.map(([part, share], at) => keyEntry(part, share, at));
  const top = 30 + ROW * Math.ceil(key.length / 4) + 8;
  const height = top + ROW * (Math.max(...boxes.map(({ depth }) => depth)) + 1) + 8;
  const scale = WIDTH / tree.time;
  const drawn = boxes.map(({ calls, x, depth }) => {
    const y = height - 8 - ROW * (depth + 1);
    const width = Math.round(calls.time * scale * 10) / 10;
    const left = Math.round(x * scale * 10) / 10;
    const letters = Math.floor((width - 6) / LETTER);
    const text = calls.label.length > letters ? `${calls.label.slice(0, letters - 1)}…` : calls.label;
    return `<g><title>${escaped(calls.label)}: ${percent(calls.time / tree.time)}</title><rect class="${classOf(calls.part)}" x="${left}" y="${y}" width="${width}" height="${ROW - 1}"/>${
      letters >= 4 ? `<text x="${left + 3}" y="${y + 13}">${escaped(text)}</text>` : ''
    }</g>`;
  });
  const fills = Object.entries(PARTS).map(([part, colour]) => `.${classOf(part as Part)}{fill:${colour}}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title shares">
<title id="title">${escaped(title)}</title>
<desc id="shares">${shares.map(([part, share]) => `${part}: ${percent(share)}`).join(', ')}</desc>
<style>text{font:${FONT}px ui-monospace,Menlo,Consolas,monospace;fill:#000}.head{font-size:16px}rect{stroke:#fff;stroke-width:.5}${fills.join('')}</style>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text class="head" x="4" y="20">${escaped(title)}</text>
${key.join('\n')}
${drawn.join('\n')}
</svg>
`;
}

function keyEntry(part: Part, share: number, at: number): string {
  const [x, y] = [4 + (at % 4) * 300, 30 + ROW * Math.floor(at / 4)];
  return `<rect class="${classOf(part)}" x="${x}" y="${y}" width="14" height="14"/><text x="${x + 20}" y="${y + 11}">${part}: ${percent(share)}</text>`;
}
