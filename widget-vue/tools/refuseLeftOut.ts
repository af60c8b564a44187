import type { Plugin } from 'vite';
import { isComponent } from './plainTemplates.ts';

/** What of Vue's exports is left out. The compiler imports some of them for a template. */
const exportsLeftOut: [names: RegExp, what: string][] = [
  [
    /^(Teleport|(Base)?Transition(Group)?|KeepAlive|Suspense)$/,
    'Teleport, transitions, KeepAlive and Suspense',
  ],
  [/^(renderSlot|withCtx|createSlots|useSlots)$/, 'slots'],
  [
    /^(withDirectives|resolveDirective|vModel\w+|vShow|useModel)$/,
    'directives, v-model and v-show among them',
  ],
  [/^resolve(Dynamic)?Component$/, '<component :is> and components that are not imported'],
  [/^(defineAsyncComponent|withAsyncContext)$/, 'async components and set-ups'],
];

/** What else of a compiled component tells that it uses something left out. */
const textLeftOut: [text: RegExp, what: string][] = [
  [/_ctx\.\$\w+/, '$emit, $attrs, $slots and $refs in templates: use what the set-up has'],
  [/"?\bonVnode\w+"?: /, 'hooks of virtual nodes (@vue:…)'],
  [/"onUpdate:/, 'v-model on components'],
  [/\bon[A-Z]\w*Once: /, 'listeners that hear once'],
  [/\binnerHTML: /, 'HTML as text (v-html)'],
  [/__expose\(/, 'defineExpose'],
];

/**
 * Refuses what {@link leaveOut} leaves out of Vue, as far as the sources tell: it would be silent in the
 * browser.
 */
export const refuseLeftOut: Plugin = {
  name: 'refuse-what-is-left-out',
  transform(code, id) {
    if (id.includes('/node_modules/')) return;
    const [file = ''] = id.split('?');
    for (const name of importedFromVue(code)) refuse(exportsLeftOut, name, file);
    if (isComponent(id)) refuse(textLeftOut, code, file);
  },
};

function refuse(table: [find: RegExp, what: string][], text: string, file: string): void {
  const [found, what] = table.find(([find]) => find.test(text)) ?? [];
  if (found)
    throw new Error(
      `${file} uses ${found.exec(text)?.[0]}. Left out of Vue (docs/decisions/0015-vue-less-what-is-not-used.md): ${what}.`,
    );
}

const importedFromVue = (code: string) =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']vue["']/g)].flatMap(([, list = '']) =>
    list.split(',').map((item) => item.trim().split(/\s+as\s+/)[0] ?? ''),
  );
