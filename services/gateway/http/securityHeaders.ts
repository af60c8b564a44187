import type { RequestHandler } from 'express';

/** Policy for data, scripts, styles and images: opened as a document, they cannot do anything. */
const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const YEAR_SECONDS = 31_536_000;

/**
 * Sets the security headers of every response. Pages replace the policy with their own (`pages/html.ts`).
 *
 * `includeSubDomains` applies to BASE_DOMAIN and the hosts below it, which all belong to the platform. A
 * venue's own domain, or PUBLIC_URL elsewhere, may have subdomains of others without TLS.
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
