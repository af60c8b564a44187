import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { maskSecrets, withoutSecrets } from './maskSecrets.ts';
import { type Provider, ProviderError } from './provider.ts';

/** Message of an error from a provider that throws on every call. */
const messageOf = async (error: Error, credentials: unknown, own: string[] = []) => {
  const provider = { account: () => ({ verify: () => Promise.reject(error) }) } as unknown as Provider;
  const thrown: unknown = await maskSecrets(provider, own)
    .account(credentials)
    .verify()
    .catch((it: unknown) => it);
  assert.ok(thrown instanceof Error);
  return `${thrown.message}\n${thrown.stack}`;
};

describe('an error from a provider', () => {
  it('contains no string of the credentials, whatever it looks like', async () => {
    const key = 'dp_live_Zm9vYmFy';
    const error = new ProviderError('unauthorized', `bad key ${key}`);
    const message = await messageOf(error, { shop: 7, nested: { keys: [key] } });
    assert.match(message, /^bad key …\n/);
    assert.doesNotMatch(message, /dp_live|Zm9v/);
  });

  it('contains no secret of the platform, and is truncated only after masking', async () => {
    const own = 'x'.repeat(9) + 'y'.repeat(300);
    const message = await messageOf(new ProviderError('refused', `${'no '.repeat(79)}${own}`), {}, [own]);
    assert.doesNotMatch(message, /xx|yy/);
  });

  it('keeps its kind, and other errors stay unchanged', async () => {
    const fetch = () => Promise.reject(new ProviderError('unavailable', 'away'));
    const provider = { account: () => ({ fetch }) } as unknown as Provider;
    await assert.rejects(maskSecrets(provider).account({}).fetch('id'), {
      name: 'ProviderError',
      kind: 'unavailable',
      message: 'away',
    });
    assert.match(await messageOf(new TypeError('a bug'), {}), /^a bug\nTypeError/);
  });
});

describe('the masking of secrets in a text', () => {
  const masked = (text: string, ...secrets: string[]) => withoutSecrets(text, secrets);

  it('masks a secret in any letter case, in a URL, and next to other characters', () => {
    assert.equal(masked('Key:"AB+c/12=="!', 'ab+C/12=='), 'Key:"…"!');
    assert.equal(masked('GET /v1?key=a%2Fb%20c%2B1', 'a/b c+1'), 'GET /v1?key=…');
    assert.equal(masked('user1user12345', 'user12345'), 'user1…');
    assert.equal(masked('(.*)[a-z]', '(.*)[a-z]'), '…');
  });

  it('masks the longer of two secrets with the same beginning, and every occurrence', () => {
    assert.equal(masked('secret secret-2 secret', 'secret', 'secret-2'), '… … …');
  });

  it('masks what is left of a long secret that was truncated or starred', () => {
    assert.equal(
      masked('Invalid key sk_test_51Ab, not sk_test_****wxyz', 'sk_test_51AbCdEfGhIjKl'),
      'Invalid key …, not …',
    );
    assert.equal(masked('Key ****wxyz is wrong', 'another'), 'Key … is wrong');
  });

  it('keeps words that contain a short secret by chance, and all text without secrets', () => {
    assert.equal(masked('once changed: hang on', 'hang', 'once', ''), '… changed: … on');
    assert.equal(masked('Mollie answered 422: 2 * 3'), 'Mollie answered 422: 2 * 3');
  });

  it('takes no longer for a text that is ten times as long', () => {
    const ms = (length: number) => {
      const text = 'a'.repeat(length);
      const tries = [1, 2, 3].map(() => {
        const startedAt = performance.now();
        masked(text);
        return performance.now() - startedAt;
      });
      return Math.min(...tries);
    };
    assert.ok(ms(40_000) < 5 * ms(4000));
  });

  it('truncates a long text, without any part of a secret at the cut', () => {
    for (const secret of ['secret7', 'a secret of 20 signs'])
      for (let before = 0; before < secret.length; before++)
        assert.match(masked('.'.repeat(before) + secret.repeat(1000), secret), /^\.*…*$/);
    assert.equal(
      masked(`refused: ${'no '.repeat(2000)}`, 'secret7').slice(0, 240),
      `refused: ${'no '.repeat(77)}`,
    );
  });
});
