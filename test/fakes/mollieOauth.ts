import type { FakeRequest, FakeResponse } from './exchange.ts';
import { newId } from './mollieState.ts';

/** An access token of an app, for the profiles of an organisation. */
export type MollieToken = { secret: string; organization: string; expiresAt: number };
type Authorization = { organization: string; refreshToken: string };

/** https://docs.mollie.com/reference/get-onboarding-status */
export type MollieOnboarding = {
  status: 'needs-data' | 'in-review' | 'completed';
  canReceivePayments: boolean;
  canReceiveSettlements: boolean;
};

const SCOPES = ['payments.read', 'payments.write', 'refunds.read', 'refunds.write', 'profiles.read'];
const COMPLETE: MollieOnboarding = {
  status: 'completed',
  canReceivePayments: true,
  canReceiveSettlements: true,
};

/**
 * A fake of Mollie's OAuth (https://docs.mollie.com/reference/oauth-api): the page that asks the owner for
 * access, and the tokens. A refresh token works once. Reusing one is refused and counted.
 */
export function mollieOauth(profileId: string) {
  const codes = new Map<string, string>();
  const authorizations = new Set<Authorization>();
  const tokens: MollieToken[] = [];
  const oauth = {
    clientId: newId('app'),
    clientSecret: newId('secret'),
    /** The redirect URL that the platform has registered. */
    redirectUrl: '',
    /** Lifetime of access tokens that are issued from now on, in seconds. */
    lifeSeconds: 3600,
    organization: { id: newId('org'), name: 'Sauna Utrecht B.V.' },
    profiles: [{ id: profileId, name: 'Sauna Utrecht', status: 'verified' }],
    onboarding: { ...COMPLETE },
    /** Renewals, and uses of a refresh token that was used before. */
    renewals: 0,
    reuses: 0,
    /** Refresh tokens that the platform has revoked. */
    revoked: [] as string[],
    /** Ends all access tokens, as when the hour is over. */
    expireTokens(): void {
      for (const token of tokens) token.expiresAt = 0;
    },
    /** The owner withdraws the access at Mollie. */
    withdraw(): void {
      authorizations.clear();
      oauth.expireTokens();
    },
    /** A code, as after the owner has agreed. */
    agree(): string {
      const code = newId('auth');
      codes.set(code, oauth.organization.id);
      return code;
    },
    find: (authorization: string | undefined): MollieToken | undefined =>
      tokens.find(({ secret, expiresAt }) => authorization === `Bearer ${secret}` && expiresAt > Date.now()),
  };

  function issue(organization: string): FakeResponse {
    const authorization = { organization, refreshToken: newId('refresh') };
    authorizations.add(authorization);
    const secret = newId('access');
    tokens.push({ secret, organization, expiresAt: Date.now() + oauth.lifeSeconds * 1000 });
    return {
      status: 200,
      body: {
        access_token: secret,
        refresh_token: authorization.refreshToken,
        expires_in: oauth.lifeSeconds,
        token_type: 'bearer',
        scope: SCOPES.join(' '),
      },
    };
  }

  const refuse = (error: string, status = 400): FakeResponse => ({
    status,
    body: { error, error_description: `The token endpoint says ${error}` },
  });

  /** `POST /oauth2/tokens` issues tokens, `DELETE` revokes a refresh token. */
  function handleTokens({ method, headers, body }: FakeRequest): FakeResponse {
    const expected = Buffer.from(`${oauth.clientId}:${oauth.clientSecret}`).toString('base64');
    if (headers.authorization !== `Basic ${expected}`) return refuse('invalid_client', 401);
    const form = new URLSearchParams(body);
    const used = [...authorizations].find(
      ({ refreshToken }) => refreshToken === (form.get('refresh_token') ?? form.get('token')),
    );
    if (used) authorizations.delete(used);
    if (method === 'DELETE') {
      oauth.revoked.push(form.get('token') ?? '');
      return { status: 204 };
    }
    if (form.get('grant_type') === 'refresh_token') {
      if (!used) oauth.reuses += 1;
      else oauth.renewals += 1;
      return used ? issue(used.organization) : refuse('invalid_grant');
    }
    const code = form.get('code') ?? '';
    const organization = codes.get(code);
    codes.delete(code);
    return organization ? issue(organization) : refuse('invalid_grant');
  }

  /** `/oauth2/authorize`: a page with a form that agrees or declines. */
  function handleAuthorize({ method, query, body }: FakeRequest): FakeResponse {
    const scopes = query.get('scope')?.split(' ') ?? [];
    const isValid =
      query.get('client_id') === oauth.clientId &&
      query.get('response_type') === 'code' &&
      SCOPES.every((scope) => scopes.includes(scope));
    if (!isValid) return { status: 400, body: 'Invalid request' };
    if (method !== 'POST') {
      const button = (value: string) => `<button name="outcome" value="${value}">${value}</button>`;
      return { status: 200, body: `<form method="post">${button('agree')}${button('decline')}</form>` };
    }
    const answer = new URLSearchParams({ state: query.get('state') ?? '' });
    if (new URLSearchParams(body).get('outcome') === 'agree') answer.set('code', oauth.agree());
    else answer.set('error', 'access_denied');
    return { status: 303, headers: { Location: `${oauth.redirectUrl}?${answer}` } };
  }

  return { oauth, handleTokens, handleAuthorize };
}

export type MollieOauth = ReturnType<typeof mollieOauth>['oauth'];
