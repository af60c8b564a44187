import { type InjectionKey, inject } from 'vue';
import type { Flow } from './flow.ts';
import type { Locale, Say } from './wording.ts';

/** What every part of a widget needs. Reading `locale` or saying a text in a template follows a change of the language. */
export type Context = { flow: Flow; say: Say; announce: (text: string) => void; readonly locale: Locale };

export const contextKey: InjectionKey<Context> = Symbol();
export const useContext = (): Context => inject(contextKey) as Context;
