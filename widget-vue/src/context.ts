import { type ComponentInternalInstance, getCurrentInstance } from 'vue';
import type { Flow } from './flow.ts';
import type { Locale, Say } from './wording.ts';

/**
 * What every part of a widget needs. Reading `locale` or saying a text in a template follows a change of the
 * language.
 */
export type Context = {
  flow: Flow;
  say: Say;
  readonly locale: Locale;
  /** Has a screen reader say a text when it is done with what it is saying. */
  announce: (text: string) => void;
};

/** By the root of a widget's components: Vue’s own `provide` and `inject` weigh 40 bytes more. */
const contexts = new WeakMap<ComponentInternalInstance, Context>();
const root = () => (getCurrentInstance() as ComponentInternalInstance).root;

/** For the root, while it is set up. */
export const provideContext = (context: Context) => contexts.set(root(), context);
/** For every component below, while it is set up. */
export const useContext = (): Context => contexts.get(root()) as Context;
