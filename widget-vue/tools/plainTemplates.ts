import type { Plugin } from 'vite';

/** A node of a compiled template that makes a virtual node; the kinds are numbers in the compiler. */
type TemplateNode = { type: number; patchFlag?: unknown; dynamicProps?: unknown; [key: string]: unknown };
const ROOT = 0;
const VNODE_CALL = 13;

/**
 * Vue's compiler notes in every template what of it may change, so that large pages are compared faster. The
 * widget is small: without the notes its templates and, in {@link leaveOut}, all that reads them are left
 * out. For `compilerOptions.nodeTransforms`.
 */
export function dropHints(root: { type: number }) {
  if (root.type !== ROOT) return;
  // Once all of the template has been compiled.
  return () => drop(root as TemplateNode, new Set());
}

function drop(node: TemplateNode, seen: Set<unknown>): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return;
  seen.add(node);
  if (node.type === VNODE_CALL) {
    node.patchFlag = undefined;
    node.dynamicProps = undefined;
  }
  for (const value of Object.values(node)) drop(value as TemplateNode, seen);
}

/**
 * Whether a module holds a compiled component: it is its script that has the template inside, by itself when
 * it is in TypeScript.
 */
export const isComponent = (id: string) => /\.vue(\?vue&type=script\b.*)?$/.test(id);

/**
 * Makes what a template calls blocks, which collect the parts that change, plain nodes. Where a `v-if` shows
 * nothing there is no child, of which Vue makes its comment itself. A component's name is for developer tools
 * alone, so it goes too.
 */
export const plainTemplates: Plugin = {
  name: 'plain-templates',
  transform(code, id) {
    if (!isComponent(id)) return;
    const plain = code
      .replace(/_openBlock\((true)?\), /g, '')
      .replace(/_createCommentVNode\("(v-if)?", true\)/g, 'null')
      .replace(/\b__name: "\w+",/, '')
      .replaceAll('_createElementBlock(', '_plainElement(')
      .replaceAll('_createBlock(', '_plainComponent(');
    return `import { createElementVNode as _plainElement, createVNode as _plainComponent } from 'vue';\n${plain}`;
  },
};
