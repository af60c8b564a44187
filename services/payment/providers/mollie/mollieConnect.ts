import { z } from 'zod';
import type { ConnectFlow, Grant } from '../connectFlow.ts';
import { fetchResponse, kindOfStatus } from '../http.ts';
import { PROVIDER_TIMEOUT_MS, ProviderError } from '../provider.ts';
import { callMollie, schemas } from './mollieApi.ts';

/** The platform's app at Mollie, and the addresses of Mollie's OAuth. */
export type MollieApp = {
  apiUrl: string;
  authUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
};

/** https://docs.mollie.com/docs/connect-permissions */
const SCOPES = [
  ...['payments.read', 'payments.write', 'refunds.read', 'refunds.write'],
  ...['profiles.read', 'organizations.read', 'onboarding.read'],
];
/** A shorter limit than for other calls: a guest may wait for a renewal and then for a checkout. */
const TOKEN_TIMEOUT_MS = PROVIDER_TIMEOUT_MS / 2;
/** Part of a token's life after which it is renewed: 48 minutes of an hour. */
const RENEW_AFTER = 0.8;
const MAX_PROFILES = 250;

/** https://docs.mollie.com/reference/oauth-generate-tokens */
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number().positive(),
});
const TokenError = z.object({ error: z.string(), error_description: z.string().optional() });

const Organization = z.object({ id: z.string(), name: z.string() });
const Profiles = z.object({
  _embedded: z.object({
    profiles: z.array(z.object({ id: z.string(), name: z.string(), status: z.string().optional() })),
  }),
});

/** https://docs.mollie.com/reference/get-onboarding-status */
const OnboardingStatus = z.object({
  status: z.enum(['needs-data', 'in-review', 'completed']),
  canReceivePayments: z.boolean(),
  canReceiveSettlements: z.boolean(),
  _links: z.object({ dashboard: z.object({ href: z.url({ protocol: /^https?$/ }) }).nullish() }).optional(),
});
const STATES = { 'needs-data': 'needs_data', 'in-review': 'in_review', completed: 'complete' } as const;

/** Mollie Connect (https://docs.mollie.com/docs/connect-marketplaces-getting-started). */
export function mollieConnect(app: MollieApp): ConnectFlow {
  const read = <Body>(accessToken: string, path: string, shape: z.ZodType<Body>): Promise<Body> => {
    const credentials = { access_token: accessToken, profile_id: '' };
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
    return callMollie({ apiUrl: app.apiUrl, credentials, signal }, { method: 'GET', path }, shape);
  };

  /** Mollie verifies each profile by itself. Before that, a profile takes no live payments. */
  const isVerifiedProfile = (accessToken: string, id: string): Promise<boolean> =>
    read(accessToken, `profiles/${encodeURIComponent(id)}`, schemas.Profile).then(
      ({ status }) => status === 'verified',
      (error: unknown) => {
        // A profile that was deleted.
        if (error instanceof ProviderError && error.kind === 'refused') return false;
        throw error;
      },
    );

  return {
    async start({ state }) {
      const query = new URLSearchParams({
        client_id: app.clientId,
        state,
        scope: SCOPES.join(' '),
        response_type: 'code',
        approval_prompt: 'auto',
      });
      return { authorizeUrl: `${app.authUrl}?${query}` };
    },

    async finish({ query: { code, error, error_description: reason }, options }) {
      if (error === 'access_denied') return null;
      if (!code) throw new ProviderError('refused', `Mollie gave no access: ${reason ?? error ?? 'no code'}`);
      const grant = toGrant(await askTokens(app, { grant_type: 'authorization_code', code }));
      const token = grant.credentials.access_token ?? '';
      const [organization, list] = await Promise.all([
        read(token, 'organizations/me', Organization),
        read(token, `profiles?limit=${MAX_PROFILES}`, Profiles),
      ]);
      const profiles = list._embedded.profiles.filter(({ status }) => status !== 'blocked');
      if (profiles.length === 0)
        throw new ProviderError('refused', 'this organisation has no profile yet: create one at Mollie');
      const chosen = {
        ...(options.testMode && { testmode: true }),
        ...(options.slowMethods && { slow_methods: true }),
      };
      return {
        organization,
        grant,
        mode: options.testMode ? 'test' : 'live',
        accounts: profiles.map(({ id, name }) => ({
          account: id,
          name,
          credentials: { profile_id: id, ...chosen },
        })),
      };
    },

    async onboarding({ access_token: token, profile_id: profile, testmode }) {
      const isTest = testmode === true;
      const [now, isVerified] = await Promise.all([
        read(String(token), 'onboarding/me', OnboardingStatus),
        isTest || isVerifiedProfile(String(token), String(profile)),
      ]);
      const state = STATES[now.status];
      return {
        state: state === 'complete' && !isVerified ? 'in_review' : state,
        // Test mode needs no onboarding.
        payments: isTest || (now.canReceivePayments && isVerified),
        payouts: now.canReceiveSettlements,
        url: now._links?.dashboard?.href ?? null,
      };
    },

    renew: async ({ refreshToken }) =>
      toGrant(await askTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken })),

    async revoke({ refreshToken }) {
      const body = { token_type_hint: 'refresh_token', token: refreshToken };
      const { response } = await askTokenUrl(app, 'DELETE', body);
      // A rejected token is revoked already.
      if (!response.ok && kindOfStatus(response.status) === 'unavailable')
        throw new ProviderError('unavailable', `Mollie answered ${response.status}`);
    },
  };
}

function toGrant(tokens: z.infer<typeof Tokens>): Grant {
  const lifeMs = tokens.expires_in * 1000;
  return {
    credentials: { access_token: tokens.access_token },
    refreshToken: tokens.refresh_token,
    expiresAt: Date.now() + lifeMs,
    renewAt: Date.now() + lifeMs * RENEW_AFTER,
  };
}

/** @throws ProviderError `unauthorized` if Mollie accepts the app, the code or the token no longer */
async function askTokens(app: MollieApp, body: Record<string, string>): Promise<z.infer<typeof Tokens>> {
  const { response, text } = await askTokenUrl(app, 'POST', body);
  const json = parse(text);
  if (!response.ok) {
    const { error, error_description: reason } = TokenError.safeParse(json).data ?? { error: 'no reason' };
    const kind = kindOfStatus(response.status) === 'unavailable' ? 'unavailable' : 'unauthorized';
    throw new ProviderError(kind, `Mollie answered ${response.status}: ${reason ?? error}`);
  }
  const tokens = Tokens.safeParse(json);
  if (!tokens.success) throw new ProviderError('unavailable', 'Mollie sent an unexpected response');
  return tokens.data;
}

const askTokenUrl = (app: MollieApp, method: 'POST' | 'DELETE', body: Record<string, string>) =>
  fetchResponse(app.tokenUrl, {
    method,
    signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS),
    headers: {
      Authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`,
      Accept: 'application/json',
    },
    body: new URLSearchParams(body),
  });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
