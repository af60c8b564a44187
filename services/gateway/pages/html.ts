import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'express';

/** A template, for {@link fill}. @param file from this folder */
export const readTemplate = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

/** Replaces each `{{name}}` of a template by its value as it is: escape what isn't ours first. */
export const fill = (template: string, values: Record<string, string>) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

export type PageOptions = {
  /** Further CSP sources for images, such as the origin of `PUBLIC_URL`. */
  imageSources?: string[];
  cacheControl?: string;
  /** Whether it may show frames from its own address. */
  frames?: boolean;
  /** Whether it may ask for the camera. */
  camera?: boolean;
  /** Whether it may have a manifest and workers. */
  installable?: boolean;
  /** CSP sources that its forms may lead to, also by redirect. */
  formAction?: string;
};

/** What a page is sent with that may load from its own address only. */
export function pageHeaders({
  imageSources = [],
  cacheControl = 'no-cache',
  frames = false,
  camera = false,
  installable = false,
  formAction = "'self'",
}: PageOptions = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ["img-src 'self' data:", ...imageSources].join(' '),
    ...(frames ? ["frame-src 'self'"] : []),
    ...(installable ? ["worker-src 'self'", "manifest-src 'self'"] : []),
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': `camera=(${camera ? 'self' : ''}), geolocation=(), microphone=()`,
    'Cache-Control': cacheControl,
  };
}

/** Sends a page with its {@link pageHeaders}. */
export const sendPage = (res: Response, html: string, options?: PageOptions): void =>
  void res.set(pageHeaders(options)).type('html').send(html);
