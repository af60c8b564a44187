import { Locale } from '@venue-booking/proto/primitives';
import type { Request } from 'express';

/** The language that the caller prefers among those available. */
export const preferredLanguage = (request: Request): Locale =>
  Locale.safeParse(request.acceptsLanguages(['en', ...Locale.options])).data ?? 'en';

export const prefersJson = (request: Request): boolean => request.accepts(['html', 'json']) === 'json';
