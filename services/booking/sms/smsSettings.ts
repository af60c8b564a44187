import { isLoopbackUrl } from '@venue-booking/kit/settings/loopbackUrl';
import { z } from 'zod';

/** The account at Infobip, the sender, and the maximum SMS of each venue within 24 hours. */
export type SmsSettings = z.infer<typeof smsUrl> & { from: string; perVenue: number };

/** The message contains no part of the value, which is a secret. */
const EXPECTED = 'must be like https://api-key@xxxxx.api.infobip.com, without a path';

/** The address and the key of an account at Infobip. */
export const smsUrl = z.string().transform((text, ctx) => {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackUrl(url.href));
  const isPlain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.password === '';
  if (url && isSafe && isPlain && /^[\w.~-]{8,200}$/.test(url.username))
    return { base: url.origin, key: url.username };
  ctx.addIssue(EXPECTED);
  return z.NEVER;
});

export const smsFrom = z
  .string()
  .regex(
    /^([A-Za-z0-9 ]{1,11}|\d{5,15})$/,
    'must be 1 to 11 letters and digits, or a number of 5 to 15 digits',
  );
