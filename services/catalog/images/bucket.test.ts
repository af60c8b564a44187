import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { EnvError, readEnv } from '@venue-booking/kit/settings/env';
import { afterAll, afterEach, beforeAll, describe, it, test } from 'vitest';
import { startFakeBucket } from '../../../test/fakes/bucket.ts';
import { catalogEnv } from '../env.ts';
import { type BucketError, openBucket } from './bucket.ts';
import { imagesUrl } from './bucketSettings.ts';

const NAME = '7/9f0c/480-abc.webp';
const bytes = Buffer.from('picture');

describe('a bucket', () => {
  let fake: Awaited<ReturnType<typeof startFakeBucket>>;
  beforeAll(async () => {
    fake = await startFakeBucket();
  });
  afterEach(() => {
    fake.state.fault = 'none';
  });
  afterAll(() => fake?.stop());
  const open = (url = fake.imagesUrl, mostMs?: number) => openBucket(imagesUrl.parse(url), mostMs);

  it('stores, returns and deletes an object, even if deleted twice', async () => {
    const bucket = open();
    for (let time = 0; time < 2; time++) await bucket.put(NAME, bytes);
    assert.deepEqual([...fake.objects.keys()], [`/pictures/of-venues/${NAME}`]);
    assert.deepEqual(await bucket.get(NAME), bytes);
    for (let time = 0; time < 2; time++) await bucket.delete(NAME);
    assert.equal(await bucket.get(NAME), null);
    assert.deepEqual(fake.refusals, []);
  });

  it('reports a failure without its key, even if the bucket repeats the key', async () => {
    const wrong = fake.imagesUrl.replace('AKIAFAKE', 'AKIAOTHER');
    const failures: [string, () => Promise<unknown>, RegExp][] = [
      ['none', () => open(wrong).get(NAME), /^it answered 403$/],
      ['none', () => open(fake.imagesUrl.replace('se%2F', 'sf%2F')).put(NAME, bytes), /^it answered 403$/],
      ['down', () => open().put(NAME, bytes), /^it answered 503$/],
      ['down', () => open().delete(NAME), /^it answered 503$/],
      ['redirect', () => open().put(NAME, bytes), /^no response/],
      ['huge', () => open().get(NAME), /^the response is too large$/],
      ['hang', () => open(fake.imagesUrl, 50).get(NAME), /^no response: TimeoutError$/],
      ['none', () => open('http://AKIAFAKE:se%2Fcr@127.0.0.1:59/b').get(NAME), /^no response: E/],
    ];
    for (const [fault, call, message] of failures) {
      fake.state.fault = fault as typeof fake.state.fault;
      await assert.rejects(call(), (error: BucketError) => {
        assert.match(error.message, message);
        assert.doesNotMatch(inspect(error, { depth: 9 }), /se\/cr|se%2Fcr|AKIA/);
        return true;
      });
    }
  });
});

test('IMAGES_URL is accepted in every valid form', () => {
  const of = (text: string) => {
    const { base, credentials } = imagesUrl.parse(text);
    return [base, ...Object.values(credentials)];
  };
  assert.deepEqual(of('https://a:b%2Fc@s3.example/bucket/x.y/?region=nl-1'), [
    'https://s3.example/bucket/x.y',
    'a',
    'b/c',
    'nl-1',
  ]);
  assert.deepEqual(of('http://a:b@minio:9000/bucket'), ['http://minio:9000/bucket', 'a', 'b', 'us-east-1']);
  assert.deepEqual(of('https://a:b@bucket.s3.example'), ['https://bucket.s3.example', 'a', 'b', 'us-east-1']);
});

test('an invalid IMAGES_URL gives a one-line error that names the setting and contains no part of its value', () => {
  const given = { DATABASE_URL: 'postgres://x', NATS_URL: 'nats://x' };
  for (const wrong of [
    'bucket',
    's3://a:s3cret@host/bucket',
    'https://host/bucket',
    'https://s3cret@host/bucket',
    'https://:s3cret@host/bucket',
    'https://a:s3cret%zz@host/bucket',
    'https://a:s3/cret@host/bucket',
    'https://a:s3cret@host/buc ket',
    'https://a:s3cret@host/bucket?regoin=x',
    'https://a:s3cret@host/bucket?region=x%0a',
    'https://a:s3cret@host/bucket#x',
    `https://a:${'s3cret'.repeat(200)}@host/bucket`,
  ])
    assert.throws(
      () => readEnv(catalogEnv, { ...given, IMAGES_URL: wrong }),
      (error: Error) => {
        assert.ok(error instanceof EnvError, wrong);
        assert.match(error.message, /^IMAGES_URL: must be like https:\/\/key:secret@host.*$/);
        assert.doesNotMatch(inspect(error), /s3cret|regoin/);
        return true;
      },
    );
});
