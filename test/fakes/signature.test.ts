import assert from 'node:assert/strict';
import { test } from 'vitest';
import { signatureError } from './signature.ts';

// The signed examples that AWS publishes.
const KEY = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const get = {
  method: 'GET',
  target: '/test.txt',
  body: Buffer.alloc(0),
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
};

test('the fake bucket accepts the signed example of AWS and rejects any change to it', () => {
  assert.equal(signatureError(get, KEY), null);
  assert.equal(signatureError({ ...get, target: '/test.txt?x' }, KEY), 'SignatureDoesNotMatch');
  assert.equal(signatureError({ ...get, method: 'PUT' }, KEY), 'SignatureDoesNotMatch');
  assert.equal(signatureError({ ...get, body: Buffer.from('x') }, KEY), 'XAmzContentSHA256Mismatch');
  assert.equal(signatureError(get, { ...KEY, secretAccessKey: 'x' }), 'SignatureDoesNotMatch');
  assert.equal(signatureError(get, { ...KEY, region: 'eu-west-3' }), 'AuthorizationHeaderMalformed');
  assert.equal(signatureError({ ...get, headers: {} as never }, KEY), 'InvalidAccessKeyId');
});
