import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key of `SECRETS_KEY`: its id and 32 bytes. */
export type SecretsKey = { id: string; key: Buffer };

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets for the database with AES-256-GCM. The first key encrypts; all keys decrypt, because the
 * sealed text names its key. To rotate, put a new key first and keep the old one as long as texts are sealed
 * with it. Format: `{key id}.{base64url of iv, cipher text and tag}`.
 */
export function createSecretBox(keys: readonly SecretsKey[]) {
  const [sealing] = keys;
  if (!sealing) throw new Error('a secret box needs a key');
  return {
    /**
     * Seals a text for one place, for example `webhook:{venueId}:{id}`. The context is not encrypted. The
     * text opens only with the same context, so it can't be moved to another row.
     */
    seal(text: string, context: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing.key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const bytes = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${sealing.id}.${Buffer.concat(bytes).toString('base64url')}`;
    },

    /** @throws when the text was changed, belongs to another context, or its key is not configured */
    open(sealed: string, context: string): string {
      const [id, text = ''] = sealed.split('.', 2);
      const found = keys.find((key) => key.id === id);
      if (!found) throw new Error('sealed with a key that SECRETS_KEY does not contain');
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
