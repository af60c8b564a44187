import { abortAfter } from '@venue-booking/kit/concurrency/abortAfter';
import { connectionReason } from '@venue-booking/kit/errors/connectionReason';
import { isLoopbackUrl } from '@venue-booking/kit/settings/loopbackUrl';
import { PersonEmail } from '@venue-booking/proto/auth/person';
import { fail } from '@venue-booking/proto/failures';
import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import type { OidcProvider } from './oidcSettings.ts';

/** Time budget of all requests to the identity provider that one call makes. */
const BUDGET_MS = 8000;
/**
 * How long its description, such as the URLs of its endpoints, is cached. Short, so that people soon see our
 * message instead of the browser's when the identity provider is down.
 */
const CACHED_MS = 60_000;

/** What binds a sign-in to its browser, and where the identity provider returns it. */
export type OidcChecks = { state: string; nonce: string; verifier: string };
/** Parameters of the return. */
type Returned = { code: string; state: string; iss?: string | undefined };

/** The identity provider's response does not confirm an address. The message contains no personal data. */
class NotConfirmed extends Error {}

/** Loaded on first use: most platforms have no identity provider. */
const loadLibrary = () => import('openid-client');

/**
 * A client of the platform's identity provider (docs/decisions/0125-sign-in-with-openid-connect.md):
 * authorization code with PKCE, `state` and `nonce`.
 * @param deps.warn logs a reason without tokens and addresses
 */
export function createOidc(
  { issuer, clientId, clientSecret, name }: OidcProvider,
  {
    publicUrl,
    warn,
    budgetMs = BUDGET_MS,
    now = () => performance.now(),
  }: { publicUrl: string; warn: (reason: string) => void; budgetMs?: number; now?: () => number },
) {
  const redirectUri = `${publicUrl}/admin/sign-in/oidc`;
  let cached: { metadata: Promise<ServerMetadata>; until: number } | undefined;

  /** Fetches the description, at most once at a time. A failure is not cached. */
  const discover = (): Promise<ServerMetadata> => {
    if (cached && cached.until > now()) return cached.metadata;
    const metadata = abortAfter(budgetMs, async (signal) => {
      const client = await loadLibrary();
      const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        [client.customFetch]: fetchUntil(signal),
        execute: isLoopbackUrl(issuer) ? [client.allowInsecureRequests] : [],
      });
      return config.serverMetadata();
    });
    const entry = { metadata, until: now() + CACHED_MS };
    cached = entry;
    metadata.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return metadata;
  };

  /** A configuration for one sign-in. Its keys are not cached, so rotated keys work at once. */
  const configure = async (signal: AbortSignal): Promise<Configuration> => {
    const [client, metadata] = await Promise.all([loadLibrary(), discover()]);
    const supported = metadata.token_endpoint_auth_methods_supported;
    const authenticate = supported?.includes('client_secret_post')
      ? client.ClientSecretPost(clientSecret)
      : client.ClientSecretBasic(clientSecret);
    const config = new client.Configuration(metadata, clientId, clientSecret, authenticate);
    config[client.customFetch] = fetchUntil(signal);
    client.enableNonRepudiationChecks(config);
    if (isLoopbackUrl(issuer)) client.allowInsecureRequests(config);
    return config;
  };

  /** Runs work within the time budget. @throws `oidc_unavailable`, `oidc_failed`, `oidc_refused` */
  const ask = <T>(work: (config: Configuration) => Promise<T>): Promise<T> =>
    abortAfter(budgetMs, async (signal) => work(await configure(signal))).catch((error: unknown) => {
      warn(reasonOf(error));
      if (error instanceof NotConfirmed) throw fail('oidc_refused', { name });
      if (isUnverified(error)) throw fail('oidc_failed', { name });
      // The description may be outdated.
      cached = undefined;
      throw fail('oidc_unavailable', { name });
    });

  return {
    name,
    /** The page on which a person signs in. @throws `oidc_unavailable` */
    authorizeUrl: ({ state, nonce, verifier }: OidcChecks): Promise<string> =>
      ask(async (config) => {
        const client = await loadLibrary();
        const url = client.buildAuthorizationUrl(config, {
          ...{ redirect_uri: redirectUri, scope: 'openid email', state, nonce },
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      }),
    /**
     * The confirmed address of the person who returns.
     * @throws `oidc_unavailable`; `oidc_failed` if the code or the ID token is not valid; `oidc_refused` if
     * the address is not confirmed
     */
    emailOf: (returned: Returned, { state, nonce, verifier }: OidcChecks): Promise<string> =>
      ask(async (config) => {
        const client = await loadLibrary();
        const url = new URL(redirectUri);
        for (const [key, value] of Object.entries(returned))
          if (value !== undefined) url.searchParams.set(key, value);
        const tokens = await client.authorizationCodeGrant(config, url, {
          ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new NotConfirmed('no ID token');
        // Providers may give the address at their userinfo endpoint only (OpenID Connect Core, 5.4).
        const needsMore = claims.email === undefined || claims.email_verified === undefined;
        const { email, email_verified: verified } =
          needsMore && config.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
            : claims;
        if (verified !== true) throw new NotConfirmed('email_verified is not true');
        const parsed = PersonEmail.safeParse(email);
        if (!parsed.success) throw new NotConfirmed('not a usable address');
        return parsed.data;
      }),
  };
}
export type OidcClient = ReturnType<typeof createOidc>;

const fetchUntil =
  (signal: AbortSignal): CustomFetch =>
  (url, options) =>
    fetch(url, { ...options, signal } as RequestInit);

type LibraryError = Error & { code?: string; error?: string };

/** Codes of the library for responses that are no answer of a working identity provider. */
const BROKEN =
  /^OAUTH_(TIMEOUT|ABORT|RESPONSE_IS_NOT_(CONFORM|JSON)|PARSE_ERROR|(MISSING|INVALID)_SERVER_METADATA|RESPONSE_BODY_ERROR)$/;

/** Whether the identity provider works, but what it or the browser sent is not valid. */
function isUnverified(error: unknown): boolean {
  const { code, error: sent } = error as LibraryError;
  if (sent === 'invalid_grant') return true;
  return code?.startsWith('OAUTH_') === true && !BROKEN.test(code);
}

/** Describes an error without its details, which contain claims and responses. */
function reasonOf(error: unknown): string {
  const { message, code, error: sent, cause } = error as LibraryError;
  if (error instanceof TypeError) return connectionReason(error);
  const detail = cause instanceof Error ? cause.message : undefined;
  return [message, detail, code, sent].filter(Boolean).join(': ');
}
