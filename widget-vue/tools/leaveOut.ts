import type { Plugin } from 'vite';
import { omissions } from './omissions.ts';

/**
 * Vue's text without what the widget does not use.
 * @param name of the package, such as `runtime-core`
 * @throws Error when something is not to be found in as many places as it was: a part of it would stay, or
 * what else changed is unknown
 */
export function leaveOutOf(name: string, code: string): string {
  const due = Object.entries(omissions[name] ?? {}).flatMap(([what, list]) =>
    list.map((omission) => [what, ...omission] as const),
  );
  return due.reduce((text, [what, find, places, by = 'false']) => {
    const found = text.match(find)?.length ?? 0;
    if (found !== places)
      throw new Error(
        `${name} has changed. Of "${what}" ${find} is in ${found} places instead of ${places}: look at omissions.ts.`,
      );
    return text.replace(find, by);
  }, code);
}

/**
 * Leaves out of Vue what the widget can't reach, a quarter of its runtime
 * (docs/decisions/0015-vue-less-what-is-not-used.md). The build fails when Vue's text has changed, so that an
 * update is looked at; all browser tests run on what is built.
 */
export const leaveOut: Plugin = {
  name: 'leave-out-of-vue',
  enforce: 'pre',
  transform(code, id) {
    const [, name] = /@vue\/([\w-]+)\/dist\/\1\.esm-bundler\.js$/.exec(id) ?? [];
    return name && leaveOutOf(name, code);
  },
};
