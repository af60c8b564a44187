import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile, type Plugin } from 'vite';
import { leaveOutOf } from './leaveOut.ts';
import { omissions } from './omissions.ts';

const vue = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@vue/${name}/dist/${name}.esm-bundler.js`)), 'utf8');

for (const [name, groups] of Object.entries(omissions))
  test(`everything that is left out of ${name} is where it was, in as many places`, () => {
    const whole = vue(name);
    const less = leaveOutOf(name, whole);
    for (const [find] of Object.values(groups).flat()) {
      assert.ok(find.global, `${find} would replace the first place alone`);
      // Change the last place of several only.
      const last = [...whole.matchAll(find)].at(-1);
      if (!last) continue;
      const changed = `${whole.slice(0, last.index)}${whole.slice(last.index + last[0].length)}`;
      assert.throws(() => leaveOutOf(name, changed), /has changed.*look at omissions\.ts/s, `${find}`);
    }
    assert.notEqual(less, whole);
  });

test('another package stays as it is', () => {
  assert.equal(leaveOutOf('compiler-dom', 'shapeFlag & 32'), 'shapeFlag & 32');
});

const root = path.join(import.meta.dirname, '..');
// Read once, as that takes longer than most of these builds.
const loaded = await loadConfigFromFile(
  { command: 'build', mode: 'production' },
  path.join(root, 'vite.config.ts'),
);
const config = loaded?.config ?? assert.fail('no vite.config.ts');

/** Builds a component as the widget's own are built. It is nowhere but here. */
function buildOf(template: string, script = '') {
  const file = path.join(root, 'src/Tried.vue');
  const source = `<script setup lang="ts">\n${script}\n</script>\n<template>${template}</template>`;
  const tried: Plugin = {
    name: 'tried',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('Tried.vue') ? file : null),
    load: (id) => (id === file ? source : null),
  };
  return build({
    ...config,
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [tried, ...(config.plugins ?? [])],
    build: { ...config.build, write: false, lib: { entry: file, formats: ['es'] } },
  });
}

test('a component that uses none of it is built', async () => {
  const script = `import { ref } from 'vue'; import WhatStep from './steps/WhatStep.vue';
    const emit = defineEmits<{ go: [] }>(); const texts = ref(['a']);`;
  await buildOf(
    '<p v-for="text in texts" :key="text" :style="{ top: 0 }" @click.stop="emit(\'go\')">{{ text }}</p><WhatStep />',
    script,
  );
});

const child = `import WhatStep from './steps/WhatStep.vue'; import { ref } from 'vue'; const text = ref('');`;
for (const [what, told, template, script] of [
  ['a slot', /slots/, '<slot />'],
  ['children of a component', /slots/, '<WhatStep><p /></WhatStep>', child],
  ['v-model', /v-model/, '<input v-model="text">', child],
  ['v-model on a component', /v-model/, '<WhatStep v-model="text" />', child],
  ['v-show', /v-show/, '<p v-show="text" />', child],
  ['a directive', /directives/, '<p v-focus />', 'const vFocus = {};'],
  ['a hook of a vnode', /hooks/, '<p @vue:mounted="text = \'\'" />', child],
  ['$emit', /\$emit/, '<p @click="$emit(\'go\')" />'],
  ['$attrs', /\$attrs/, '<p v-bind="$attrs" />'],
  ['$slots', /\$slots/, '<p v-if="$slots.default" />'],
  ['$refs', /\$refs/, '<p ref="it">{{ $refs.it }}</p>'],
  ['a component by its name', /component :is/, '<component :is="text" />', child],
  ['a component that is not imported', /not imported/, '<Elsewhere />'],
  ['Teleport', /Teleport/, '<Teleport to="body"><p /></Teleport>'],
  ['Transition', /Transition/, '<Transition><p /></Transition>'],
  ['KeepAlive', /KeepAlive/, '<KeepAlive><p /></KeepAlive>'],
  ['Suspense', /Suspense/, '<Suspense><p /></Suspense>'],
  [
    'a component that comes later',
    /async/,
    '<p />',
    `import { defineAsyncComponent } from 'vue'; defineAsyncComponent(async () => ({}));`,
  ],
  ['await in a set-up', /async/, '<p />', 'await 0;'],
  ['a listener that hears once', /once/, '<p @click.once="text = \'\'" />', child],
  ['HTML as text', /v-html/, '<p v-html="text" />', child],
  ['defineExpose', /defineExpose/, '<p />', 'defineExpose({ a: 1 });'],
] as [string, RegExp, string, string?][])
  test(`${what} in a component stops the build, in words`, async () => {
    await assert.rejects(buildOf(template, script), ({ message }: Error) => {
      assert.match(message, told);
      assert.match(message, /Tried\.vue uses .*Left out of Vue/);
      return true;
    });
  });
