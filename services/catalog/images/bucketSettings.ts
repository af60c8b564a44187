import { z } from 'zod';

/** Location and credentials of a bucket. */
export type BucketSettings = {
  /** URL that an object's name is appended to, without a trailing slash. */
  base: string;
  credentials: { accessKeyId: string; secretAccessKey: string; region: string };
};

/** The message contains no part of the value, which is a secret. */
const EXPECTED =
  'must be like https://key:secret@host/bucket/prefix?region=eu-central-1, with / + and % in key and secret written as %2F %2B %25';
/** The only region of MinIO, and the default of other servers. */
const DEFAULT_REGION = 'us-east-1';
const MAX_CHARACTERS = 1000;

export const imagesUrl = z
  .string()
  .max(MAX_CHARACTERS, EXPECTED)
  .transform((text, ctx): BucketSettings => {
    const settings = settingsOf(text);
    if (settings) return settings;
    ctx.addIssue(EXPECTED);
    return z.NEVER;
  });

function settingsOf(text: string): BucketSettings | null {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash !== '') return null;
  const { region = DEFAULT_REGION, ...others } = Object.fromEntries(url.searchParams);
  const path = url.pathname.replace(/\/+$/, '');
  const isWhole = url.username !== '' && url.password !== '' && /^(\/[\w.-]+)*$/.test(path);
  if (!isWhole || Object.keys(others).length > 0 || !/^[a-z0-9-]{1,40}$/.test(region)) return null;
  try {
    return {
      base: `${url.origin}${path}`,
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
        region,
      },
    };
  } catch {
    return null;
  }
}
