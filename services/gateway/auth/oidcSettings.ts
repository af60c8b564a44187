import { EnvError, urlOf } from '@venue-booking/kit/settings/env';
import { isLoopbackUrl } from '@venue-booking/kit/settings/loopbackUrl';
import { z } from 'zod';

const MAX_NAME_LENGTH = 40;

export const oidcSettings = {
  OIDC_ISSUER: urlOf('https', 'http')
    .refine(
      (url) => new URL(url).protocol === 'https:' || isLoopbackUrl(url),
      'must be a URL starting with https://, except on this machine',
    )
    .refine((url) => !/[?#]/.test(url), 'must be an issuer without ? and #')
    .optional()
    .meta({ absent: 'no identity provider' })
    .describe(
      'Identity provider with which people can [sign in](sign-in.md): its issuer, such as `https://accounts.google.com`',
    ),
  OIDC_CLIENT_ID: z.string().max(500).optional().describe('Id of the platform’s client at `OIDC_ISSUER`'),
  OIDC_CLIENT_SECRET: z.string().max(500).optional().describe('Secret of that client'),
  OIDC_NAME: z
    .string()
    .max(MAX_NAME_LENGTH, `must have at most ${MAX_NAME_LENGTH} characters`)
    .optional()
    .meta({ absent: 'the host of `OIDC_ISSUER`' })
    .describe('Name of the identity provider on the button of the sign-in page'),
};

export type OidcProvider = { issuer: string; clientId: string; clientSecret: string; name: string };

/**
 * The identity provider from its settings; undefined: people cannot sign in with one.
 * @throws EnvError if only some of them are set
 */
export function oidcProviderOf({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
}: z.infer<z.ZodObject<typeof oidcSettings>>): OidcProvider | undefined {
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (!issuer) throw new EnvError('OIDC_ISSUER is required when OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is set');
  if (!clientId) throw new EnvError('OIDC_CLIENT_ID is required when OIDC_ISSUER is set');
  if (!clientSecret) throw new EnvError('OIDC_CLIENT_SECRET is required when OIDC_ISSUER is set');
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname };
}
