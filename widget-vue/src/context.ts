import { type InjectionKey, inject } from 'vue';
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

export const contextKey: InjectionKey<Context> = Symbol();
export const useContext = (): Context => inject(contextKey) as Context;
