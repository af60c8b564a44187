import { type ComponentInternalInstance, getCurrentInstance } from 'vue';
import type { Locale, Say } from '../texts/wording.ts';
import type { Flow } from './flow.ts';

/**
 * What every component of a widget needs. A template that reads `locale` or calls `say` re-renders when the
 * language changes.
 */
export type Context = {
  flow: Flow;
  say: Say;
  readonly locale: Locale;
  /** Announces a text to screen readers, politely. */
  announce: (text: string) => void;
};

/** Keyed by the root component. Vue’s own `provide` and `inject` add 40 bytes more. */
const contexts = new WeakMap<ComponentInternalInstance, Context>();
const root = () => (getCurrentInstance() as ComponentInternalInstance).root;

/** Call in the setup of the root component. */
export const provideContext = (context: Context) => contexts.set(root(), context);
/** Call in the setup of a component below the root. */
export const useContext = (): Context => contexts.get(root()) as Context;
