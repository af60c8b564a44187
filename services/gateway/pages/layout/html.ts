import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'express';

const PAGES = join(import.meta.dirname, '..');

/** Reads a template for {@link fill}. @param file relative to the `pages` folder */
export const readTemplate = (file: string): string => readFileSync(join(PAGES, file), 'utf8');

/** Replaces each `{{name}}` in a template. Values are not escaped: escape untrusted text first. */
export const fill = (template: string, values: Record<string, string>) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

export type PageOptions = {
  /** Additional CSP sources of images, such as the origin of `PUBLIC_URL`. */
  imageSources?: string[];
  /** Additional CSP sources of scripts. */
  scriptSources?: string[];
  /** Additional CSP sources of requests by scripts. */
  connectSources?: string[];
  cacheControl?: string;
  /** Whether the page may embed frames of its own origin. */
  frames?: boolean;
  /** Whether the page may use the camera. */
  camera?: boolean;
  /** Whether the page may have a manifest and service workers. */
  installable?: boolean;
  /** CSP sources that forms may submit to, including redirects. */
  formAction?: string;
  /** CSP sources of pages that may embed this one; default: none. */
  frameAncestors?: string[];
};

/** Headers of a page. The policy allows only resources of its own origin. */
export function pageHeaders({
  imageSources = [],
  scriptSources = [],
  connectSources = [],
  cacheControl = 'no-cache',
  frames = false,
  camera = false,
  installable = false,
  formAction = "'self'",
  frameAncestors = ["'none'"],
}: PageOptions = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptSources].join(' '),
    "style-src 'self'",
    ["connect-src 'self'", ...connectSources].join(' '),
    ["img-src 'self' data:", ...imageSources].join(' '),
    ...(frames ? ["frame-src 'self'"] : []),
    ...(installable ? ["worker-src 'self'", "manifest-src 'self'"] : []),
    `form-action ${formAction}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.join(' ')}`,
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

/** Maximum length of the origins in one directive, because proxies limit the length of headers. */
const MAX_SOURCES = 4000;
/** An origin that cannot end the directive; policies have no IPv6 addresses. */
const PLAIN = /^https?:\/\/[\w.:-]+$/;

/** The CSP sources for origins from settings, without duplicates. Leaves out unsafe ones and too many. */
export function plainSources(origins: readonly string[]): string[] {
  let length = 0;
  return [...new Set(origins)]
    .filter((origin) => PLAIN.test(origin))
    .filter((origin) => {
      length += origin.length + 1;
      return length <= MAX_SOURCES;
    });
}
