import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key of `SECRETS_KEY`: its id, and 32 bytes. */
export type SecretsKey = { id: string; key: Buffer };

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps secrets in a database such that the database alone gives none away, by AES-256-GCM. The first key
 * seals; all open, as a sealed text says which key it is under: a new key goes to the front, and the one
 * before stays as long as something is sealed under it. Sealed: `{key id}.{base64url of iv, cipher text and
 * tag}`.
 */
export function createSecretBox(keys: readonly SecretsKey[]) {
  const [sealing] = keys;
  if (!sealing) throw new Error('a secret box needs a key');
  return {
    /**
     * Seals a text for one place, for example `webhook:{venueId}:{id}`. The context is not hidden, but the
     * sealed text opens with that very context only, so that it can't be moved to another row.
     */
    seal(text: string, context: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing.key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const bytes = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${sealing.id}.${Buffer.concat(bytes).toString('base64url')}`;
    },

    /** @throws when the text was changed, belongs to another context, or its key is no longer given */
    open(sealed: string, context: string): string {
      const [id, text = ''] = sealed.split('.', 2);
      const found = keys.find((key) => key.id === id);
      if (!found) throw new Error('sealed under a key that SECRETS_KEY does not have');
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('not a sealed text');
      const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    },
  };
}
export type SecretBox = ReturnType<typeof createSecretBox>;
