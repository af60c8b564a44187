import type { Plugin } from 'vite';

type Omission = { what: string; file: RegExp; find: RegExp; by: string | ((found: string) => string) };

const core = /@vue\/runtime-core\/dist\/runtime-core\.esm-bundler\.js$/;
const dom = /@vue\/runtime-dom\/dist\/runtime-dom\.esm-bundler\.js$/;
const shared = /@vue\/shared\/dist\/shared\.esm-bundler\.js$/;
const reactivity = /@vue\/reactivity\/dist\/reactivity\.esm-bundler\.js$/;

// Vue's bundles keep these at run time, where no flag and no tree-shaking reaches them. The widget uses none of them.
const omissions: Omission[] = [
  {
    what: 'slots (32), Teleport (64), Suspense (128) and KeepAlive (256, 512)',
    file: core,
    find: /\b[\w.]*shapeFlag & (32|64|128|256|512)\b/g,
    by: '0',
  },
  {
    what: 'components with an async setup',
    file: core,
    find: /\b\w+\.asyncDep && !\w+\.asyncResolved|\b(?<=if \()instance\.asyncDep(?=\))/g,
    by: 'false',
  },
  {
    what: 'transitions',
    file: core,
    find: /(?<== )needTransition\(parentSuspense, transition\)|\btransition(?= && !transition\.persisted)/g,
    by: 'false',
  },
  {
    what: 'a global mark for developer tools',
    file: core,
    find: /(?<=const target = )getGlobalThis\(\)(?=;\n {2}target\.__VUE__ = true;)/g,
    by: '{}',
  },
  {
    what: 'globals by which copies of Vue in a page share what is current: the page keeps its own',
    file: core,
    find: /(?<=const g = )getGlobalThis\(\)(?=;\n {2}const registerGlobalSetter)/g,
    by: '{}',
  },
  {
    what: 'deep comparison of style objects: they are patched key by key in any case',
    file: core,
    find: /!looseEqual\(nextProp, prevProp\)/g,
    by: 'true',
  },
  {
    what: 'styles that components of a custom element bring along: ours are adopted',
    file: core,
    find: /root\.ce && root\.ce\._hasShadowRoot\(\)/g,
    by: 'false',
  },
  {
    what: 'the same in the element, and slots without a shadow root',
    file: dom,
    find: /\n {2}_(applyStyles|getStyleAnchor|getRootStyleInsertionAnchor|parseSlots|renderSlots|getSlots|injectChildStyle|removeChildStyle)\(.*\) \{\n[\s\S]*?\n {2}\}(?=\n)/g,
    by: '',
  },
  {
    what: 'their calls',
    file: dom,
    find: /!this\.shadowRoot(?= && !this\._resolved|\) \{\n {6}baseProps)|\bthis\.shadowRoot(?=\) \{\n {8}this\._applyStyles)/g,
    by: 'false',
  },
  {
    what: 'prefixes of CSS properties for browsers older than custom elements',
    file: dom,
    find: /\bautoPrefix\(style, name\)/g,
    by: 'name',
  },
  {
    what: 'a policy for HTML as text, of which a page may allow one: nothing here is HTML as text',
    file: dom,
    find: /(?<=const tt = ).*window\.trustedTypes(?=;)/g,
    by: 'false',
  },
  {
    what: 'objects as text in a template',
    file: shared,
    find: /JSON\.stringify\(val, replacer, 2\)/g,
    by: '""',
  },
  {
    what: 'the proxy behind `this` in templates and options: templates are compiled into their setup',
    file: core,
    find: /new Proxy\(instance\.ctx, PublicInstanceProxyHandlers\)/g,
    by: 'instance.ctx',
  },
  {
    what: 'what a component exposes to its parents',
    file: core,
    find: /(?<=function getComponentPublicInstance\(instance\) \{\n)[\s\S]*?(?=\n\})/g,
    by: '  return instance.proxy;',
  },
  {
    what: 'slots',
    file: core,
    find: /\b(init|update)Slots\(instance, .*\);/g,
    by: '',
  },
  {
    what: 'attributes that fall through to the root of a component',
    file: core,
    find: /fallthroughAttrs && inheritAttrs !== false|\bvnode\.dirs(?=\) \{\n.*\n\s*warn\$1)/g,
    by: 'false',
  },
  {
    what: 'transitions of a component',
    file: core,
    find: /(?<=if \()vnode\.transition(?=\))/g,
    by: 'false',
  },
  {
    what: 'directives',
    file: core,
    find: /\bdirs(?= && invokeDirectiveHook)|(?<=if \()dirs(?=\))|\bshouldInvokeDirs(?= && )/g,
    by: 'false',
  },
  {
    what: 'hydration',
    file: core,
    find: /(?<=if \()el && hydrateNode(?=\))/g,
    by: 'false',
  },
  {
    what: 'promises out of a setup',
    file: core,
    find: /isPromise\(setupResult\)/g,
    by: 'false',
  },
  {
    what: 'v-model on components',
    file: core,
    find: /event\.startsWith\("update:"\)/g,
    by: 'false',
  },
  {
    what: 'listeners of components that hear once',
    file: core,
    find: /(?<=\n {2}if \()onceHandler(?=\))/g,
    by: 'false',
  },
  {
    what: 'async components',
    file: core,
    find: /(?<!const |function )\bisAsyncWrapper\([\w.]+\)/g,
    by: 'false',
  },
  {
    what: 'where an async component waits',
    file: core,
    find: / \|\| resolveAsyncComponentPlaceholder\(\w+\)|(?<=const unresolvedAsyncRoot = )locateUnresolvedAsyncRoot\(instance\)/g,
    by: (found) => (found.startsWith(' ') ? '' : 'null'),
  },
  {
    what: 'hooks of a vnode',
    file: core,
    find: /(?<=\(|&& )\(?vnodeHook = (\w+ && |next\.props && )?[\w.]+\.onVnode\w+\)?(?=\)| \|\|)/g,
    by: 'false',
  },
  {
    what: 'a vnode as a type',
    file: core,
    find: /(?<=if \()isVNode\(type\)/g,
    by: 'false',
  },
  {
    what: 'plugins, mixins and registries of an app',
    file: core,
    find: /\n {6}(use|mixin|component|directive|onUnmount|runWithContext)\(.*\) \{\n[\s\S]*?\n {6}\},?(?=\n)/g,
    by: '',
  },
  {
    what: 'watching an object as a whole: what is watched is named by a getter',
    file: reactivity,
    find: /\btraverse\((source2|baseGetter\(\))(, \w+)?\)/g,
    by: '$1',
  },
  {
    what: 'what only reads notes of templates on what may change: plainTemplates.ts takes them out',
    file: core,
    find: /\b(\w+\.)?patchFlag (> 0|>= 0|=== -2)/g,
    by: 'false',
  },
  {
    what: 'blocks of such parts',
    file: core,
    find: /(?<=\bif \()dynamicChildren(?=\) \{)|\bn2\.dynamicChildren(?= && n1 &&)|(?<=else if \()dynamicChildren(?= &&)/g,
    by: 'false',
  },
  {
    what: 'blocks that were made otherwise',
    file: core,
    find: /\bdynamicChildren(?= && \(!n1\.dynamicChildren)|\bdynamicChildren(?= && dynamicChildren\.hasOnce)|!!n2\.dynamicChildren(?=\) => \{)/g,
    by: 'false',
  },
  {
    what: 'nodes that have been compared by their notes alone',
    file: core,
    find: /!optimized (&& dynamicChildren == null|(?=&& shapeFlag))|!optimized(?=\) \{\n\s+patchChildren)/g,
    by: 'true ',
  },
  {
    what: 'children that are taken as they come, properties that are compared by their notes',
    file: core,
    find: /\boptimized(?= \? cloneIfMounted| \|\| false\))/g,
    by: 'false',
  },
  {
    what: 'collecting the parts of a block',
    file: core,
    find: /\bisBlockTreeEnabled > 0/g,
    by: 'false',
  },
  {
    what: 'faster array methods: without them arrays are read through their proxy, item by item',
    file: reactivity,
    find: /\(fn = arrayInstrumentations\[key\]\)/g,
    by: 'false',
  },
  {
    what: 'reactive Map and Set: they stay what they are',
    file: reactivity,
    find: /targetType === 0(?= \/\* INVALID)/g,
    by: 'targetType !== 1',
  },
  {
    what: 'their handlers',
    file: reactivity,
    find: /\b(mutable|shallow|readonly|shallowReadonly)CollectionHandlers(?=,\n)|(?<=\? )collectionHandlers/g,
    by: 'undefined',
  },
];

/**
 * Leaves out of Vue what the widget can't reach, about a tenth of the script (docs/decisions/0015-vue-less-what-is-not-used.md).
 * The build fails when Vue's text has changed, so that an update is looked at; all browser tests run on what is built.
 */
export const leaveOut: Plugin = {
  name: 'leave-out-of-vue',
  enforce: 'pre',
  transform(code, id) {
    const due = omissions.filter(({ file }) => file.test(id));
    return due.reduce((text, { what, find, by }) => {
      const less = text.replace(find, by as string);
      if (less === text)
        throw new Error(`${what}: not found in ${id}. Vue has changed; look at leaveOut.ts.`);
      return less;
    }, code);
  },
};
