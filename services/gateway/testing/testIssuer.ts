/// <reference path="./oidcProvider.d.ts" />
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** An account at the issuer. */
type Account = { email?: string; email_verified?: unknown };
type Claims = Record<string, unknown>;

export const CLIENT = { clientId: 'venue-booking', clientSecret: 'secret-of-the-client-0123456789' };

const newKey = () => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  ...{ kid: randomUUID(), use: 'sig', alg: 'ES256' },
});
type Key = ReturnType<typeof newKey>;

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const signed = (header: object, claims: Claims, key: Key) => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  const dsaEncoding = 'ieee-p1363' as const;
  const by = { key: createPrivateKey({ key, format: 'jwk' }), dsaEncoding };
  return `${text}.${sign('sha256', Buffer.from(text), by).toString('base64url')}`;
};

/**
 * For tests: a real OpenID Connect issuer on 127.0.0.1 that signs everybody in as one account, without pages.
 * @param options.port fixed port; default: a free one
 * @param options.inIdToken whether the ID token has the address, or only the userinfo endpoint
 */
export async function startIssuer({
  redirectUris,
  port = 0,
  inIdToken = true,
}: {
  redirectUris: string[];
  port?: number;
  inIdToken?: boolean;
}) {
  let key = newKey();
  let account: Account = {};
  let mend: ((claims: Claims) => Claims) | undefined;
  let mendedBy: Key | undefined;
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
  const server = createServer((request, response) => handle(request, response));
  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      server.listen(at, '127.0.0.1', resolve);
    });
  await listen(port);
  const { port: own } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${own}`;

  const open = () => {
    const provider = new Provider(url, {
      clients: [
        {
          ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: redirectUris },
          ...{ token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'ES256' },
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: [randomUUID()] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: !inIdToken,
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/interaction' },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...account }) }),
      ttl: { Session: 3600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    });
    provider.use(async (context, next) => {
      await next();
      if (!mend || context.path !== '/token' || typeof context.body?.id_token !== 'string') return;
      const claims = JSON.parse(
        Buffer.from(context.body.id_token.split('.')[1] ?? '', 'base64url').toString(),
      );
      const header = { alg: 'ES256', kid: key.kid };
      context.body = { ...context.body, id_token: signed(header, mend(claims), mendedBy ?? key) };
    });
    const callback = provider.callback();
    const interact = async (request: IncomingMessage, response: ServerResponse) => {
      const { prompt, params } = await provider.interactionDetails(request, response);
      const login = { accountId: 'account-1' };
      if (prompt.name === 'login') return provider.interactionFinished(request, response, { login });
      const grant = new provider.Grant({ ...login, clientId: params.client_id });
      grant.addOIDCScope('openid email');
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    };
    handle = (request, response) =>
      void (request.url === '/interaction' ? interact(request, response) : callback(request, response));
  };
  open();

  return {
    url,
    /** The account that the issuer signs everybody in as, from now on. */
    signInAs(next: Account): void {
      account = next;
    },
    /** Replaces the claims of each ID token, signed with the issuer's key or another one. */
    mendIdTokens(change: typeof mend, { foreignKey = false } = {}): void {
      mend = change;
      mendedBy = foreignKey ? newKey() : undefined;
    },
    /** Replaces the issuer's keys. */
    rotateKeys(): void {
      key = newKey();
      open();
    },
    /** Visits the issuer as a browser would. Returns the parameters of the redirect back to the client. */
    async visit(authorizeUrl: string): Promise<URLSearchParams> {
      const cookies = new Map<string, string>();
      let at = authorizeUrl;
      for (let step = 0; step < 10; step++) {
        const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(at, { headers: { Cookie }, redirect: 'manual' });
        for (const one of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        assert.ok(location, `${response.status} ${await response.text()}`);
        at = new URL(location, at).href;
        if (!at.startsWith(url)) return new URL(at).searchParams;
      }
      throw new Error('the issuer does not return');
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    /** Starts a stopped issuer again, at the same port. */
    restart: () => listen(own),
  };
}
