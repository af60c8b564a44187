import type { Plugin } from 'vite';

type Omission = { what: string; file: RegExp; find: RegExp; by: string };

const core = /@vue\/runtime-core\/dist\/runtime-core\.esm-bundler\.js$/;
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
      const less = text.replace(find, by);
      if (less === text)
        throw new Error(`${what}: not found in ${id}. Vue has changed; look at leaveOut.ts.`);
      return less;
    }, code);
  },
};
