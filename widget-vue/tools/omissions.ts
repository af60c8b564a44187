/** One replacement in Vue's text: what to find, in exactly how many places, and what stands there instead. */
export type Omission = [find: RegExp, places: number, by?: string];

/**
 * What Vue's bundles keep at run time where no flag and no tree-shaking reaches it, and the widget has no use
 * for: by package, then by what it is. Made in this order. A place is `false` afterwards unless it says
 * otherwise, and the minifier takes away what hung on it.
 */
export const omissions: Record<string, Record<string, Omission[]>> = {
  'runtime-core': {
    'slots (32), Teleport (64), Suspense (128) and KeepAlive (256, 512)': [
      [/\b[\w.]*shapeFlag & (32|64|128|256|512)\b/g, 24, '0'],
      [/\b(init|update)Slots\(instance, .*\);/g, 2, ''],
    ],
    transitions: [
      [/(?<== )needTransition\(parentSuspense, transition\)/g, 1],
      [/\btransition(?= && !transition\.persisted)/g, 6],
      [/(?<=if \()vnode\.transition(?=\))/g, 2],
    ],
    'async components and set-ups, and where they wait': [
      [/\b\w+\.asyncDep && !\w+\.asyncResolved/g, 3],
      [/(?<=if \()instance\.asyncDep(?=\))/g, 1],
      [/isPromise\(setupResult\)/g, 1],
      [/(?<!const |function )\bisAsyncWrapper\([\w.]+\)/g, 9],
      [/ \|\| resolveAsyncComponentPlaceholder\(\w+\)/g, 4, ''],
      [/(?<=const unresolvedAsyncRoot = )locateUnresolvedAsyncRoot\(instance\)/g, 1, 'null'],
    ],
    'directives, v-model and v-show among them': [
      [/\bdirs(?= && invokeDirectiveHook)/g, 3],
      [/(?<=if \()dirs(?=\))/g, 5],
      [/\bshouldInvokeDirs(?= && )/g, 1],
      [/\bvnode\.dirs(?=\) \{\n.*\n\s*warn\$1)/g, 1],
      [/event\.startsWith\("update:"\)/g, 1],
    ],
    'hooks of a virtual node, and one as a type': [
      [/(?<=\(|&& )\(?vnodeHook = (\w+ && |next\.props && )?[\w.]+\.onVnode\w+\)?(?=\)| \|\|)/g, 10],
      [/(?<=if \()isVNode\(type\)/g, 1],
    ],
    'attributes that fall through to the root of a component': [
      [/fallthroughAttrs && inheritAttrs !== false/g, 1],
    ],
    'listeners of components that hear once': [[/(?<=\n {2}if \()onceHandler(?=\))/g, 1]],
    'the proxy behind `this`: templates are compiled into their setup': [
      [/new Proxy\(instance\.ctx, PublicInstanceProxyHandlers\)/g, 1, 'instance.ctx'],
    ],
    'what a component exposes to its parents': [
      [
        /(?<=function getComponentPublicInstance\(instance\) \{\n) {2}if \(instance\.exposed\)[\s\S]*?(?=\n\})/g,
        1,
        '  return instance.proxy;',
      ],
    ],
    'plugins, mixins and registries of an app': [
      [
        /\n {6}(use|mixin|component|directive|onUnmount|runWithContext)\(.*\) \{\n[\s\S]*?\n {6}\},?(?=\n)/g,
        6,
        '',
      ],
    ],
    hydration: [[/(?<=if \()el && hydrateNode(?=\))/g, 1]],
    'styles that components of a custom element bring along: ours are adopted': [
      [/root\.ce && root\.ce\._hasShadowRoot\(\)/g, 1],
    ],
    'deep comparison of style objects: they are patched key by key in any case': [
      [/!looseEqual\(nextProp, prevProp\)/g, 1, 'true'],
    ],
    'globals: a mark for developer tools, and what copies of Vue in a page share. The page keeps its own': [
      [/(?<=const target = )getGlobalThis\(\)(?=;\n {2}target\.__VUE__ = true;)/g, 1, '{}'],
      [/(?<=const g = )getGlobalThis\(\)(?=;\n {2}const registerGlobalSetter)/g, 1, '{}'],
    ],
    'what reads notes of templates on what may change: plainTemplates.ts takes them out': [
      [/\b(\w+\.)?patchFlag (> 0|>= 0|=== -2)/g, 16],
      [/\boptimized(?= \? cloneIfMounted| \|\| false\))/g, 7],
      [/!optimized (&& dynamicChildren == null|(?=&& shapeFlag))/g, 2, 'true '],
      [/!optimized(?=\) \{\n\s+patchChildren)/g, 2, 'true'],
    ],
    'blocks, which collect such parts': [
      [/\bisBlockTreeEnabled > 0/g, 5],
      [/(?<=\bif \()dynamicChildren(?=\) \{)/g, 3],
      [/\bn2\.dynamicChildren(?= && n1 &&)/g, 1],
      [/(?<=else if \()dynamicChildren(?= &&)/g, 1],
      [/\bdynamicChildren(?= && \(!n1\.dynamicChildren)/g, 1],
      [/\bdynamicChildren(?= && dynamicChildren\.hasOnce)/g, 1],
      [/!!n2\.dynamicChildren(?=\) => \{)/g, 1],
    ],
  },
  'runtime-dom': {
    'styles that components bring along, and slots without a shadow root': [
      [
        /\n {2}_(applyStyles|getStyleAnchor|getRootStyleInsertionAnchor|parseSlots|renderSlots|getSlots|injectChildStyle|removeChildStyle)\(.*\) \{\n[\s\S]*?\n {2}\}(?=\n)/g,
        8,
        '',
      ],
      [/!this\.shadowRoot(?= && !this\._resolved|\) \{\n {6}baseProps)/g, 2],
      [/\bthis\.shadowRoot(?=\) \{\n {8}this\._applyStyles)/g, 1],
    ],
    'prefixes of CSS properties for browsers older than custom elements': [
      [/\bautoPrefix\(style, name\)/g, 1, 'name'],
    ],
    'a policy for HTML as text, of which a page may allow one: nothing here is HTML as text': [
      [/(?<=const tt = ).*window\.trustedTypes(?=;)/g, 1],
    ],
  },
  reactivity: {
    'watching an object as a whole: what is watched is named by a getter': [
      [/\btraverse\((source2|baseGetter\(\))(, \w+)?\)/g, 3, '$1'],
    ],
    'faster array methods: without them arrays are read through their proxy, item by item': [
      [/\(fn = arrayInstrumentations\[key\]\)/g, 1],
    ],
    'reactive Map and Set: they stay what they are': [
      [/targetType === 0(?= \/\* INVALID)/g, 1, 'targetType !== 1'],
      [/\b(mutable|shallow|readonly|shallowReadonly)CollectionHandlers(?=,\n)/g, 4, 'undefined'],
      [/(?<=\? )collectionHandlers/g, 1, 'undefined'],
    ],
  },
  shared: {
    'objects as text in a template': [[/JSON\.stringify\(val, replacer, 2\)/g, 1, '""']],
  },
};
