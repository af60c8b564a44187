import { createHash, createHmac } from 'node:crypto';

/** The parts of an S3 request that its signature covers, as received. */
export type SignedRequest = {
  method: string;
  /** The unchanged target of the request line. */
  target: string;
  headers: Record<string, string>;
  body: Buffer;
};

export type BucketKey = { accessKeyId: string; secretAccessKey: string; region: string };

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * The error code with which S3 would reject a request's signature, or null if it is valid. Follows
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
 */
export function signatureError(
  { method, target, headers, body }: SignedRequest,
  key: BucketKey,
): string | null {
  const [, id, day, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const at = headers['x-amz-date'] ?? '';
  const contentHash = headers['x-amz-content-sha256'] ?? '';
  const signed = names.split(';');
  if (id !== key.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== key.region) return 'AuthorizationHeaderMalformed';
  if (!at.startsWith(day ?? '-') || !/^\d{8}T\d{6}Z$/.test(at)) return 'AccessDenied';
  const mustBe = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!mustBe.every((name) => signed.includes(name))) return 'AccessDenied';
  if (contentHash !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = target.split('?');
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...signed.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names,
    contentHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, hash(canonical)].join('\n');
  const steps = [`${day}`, `${region}`, 's3', 'aws4_request'];
  const signing = steps.reduce<string | Buffer>(hmac, `AWS4${key.secretAccessKey}`);
  return hmac(signing, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
