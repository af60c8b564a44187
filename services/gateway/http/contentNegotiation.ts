import type { Locale } from '@venue-booking/proto/primitives';
import type { Request } from 'express';

/** The language that the caller prefers among those available. */
export const preferredLanguage = (request: Request): Locale =>
  request.acceptsLanguages('en', 'nl') === 'nl' ? 'nl' : 'en';

export const prefersJson = (request: Request): boolean => request.accepts(['html', 'json']) === 'json';
