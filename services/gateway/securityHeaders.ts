import type { RequestHandler } from 'express';

/** For data, scripts, styles and images: opened as a document, they can do nothing. */
const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const YEAR_SECONDS = 31_536_000;

/**
 * Headers of every response. Pages set a policy of their own instead (`pages/html.ts`).
 *
 * `includeSubDomains` goes to BASE_DOMAIN and the hosts below it, which all are the platform's. A venue's own
 * domain may have subdomains that are not ours, without TLS; so may PUBLIC_URL where it lies elsewhere.
 */
export function securityHeaders({
  publicUrl,
  baseDomain,
}: {
  publicUrl: string;
  baseDomain: string | undefined;
}): RequestHandler {
  const overHttps = publicUrl.startsWith('https:');
  const isOurs = (host: string) =>
    baseDomain !== undefined && (host === baseDomain || host.endsWith(`.${baseDomain}`));
  return (request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', NO_PAGE_POLICY);
    if (overHttps) {
      // Undefined where the request has no Host header.
      const withSubdomains = isOurs((request.hostname ?? '').toLowerCase()) ? '; includeSubDomains' : '';
      response.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}${withSubdomains}`);
    }
    next();
  };
}
