// Checked by the type checker only: what `nuxt.config` accepts.
import type { NuxtModule } from '@nuxt/schema';
import type venueBooking from './module.ts';
import type { ModuleOptions } from './module.ts';

export const asNuxtReadsIt: typeof venueBooking extends NuxtModule<infer Options> ? Options : never = {
  tenant: 'badhuis',
  radius: 8,
};
export const options: ModuleOptions = { tenant: 'badhuis', variant: 'calendar', reserve: '0' };
// @ts-expect-error: not a variant
export const wrongVariant: ModuleOptions = { variant: 'month' };
// @ts-expect-error: no such option
export const wrongName: ModuleOptions = { venue: 'badhuis' };
