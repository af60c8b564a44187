import { librariesOf, packagedFile, unpackFromDebian } from './debianPackages.ts';
import type { Program } from './executable.ts';

const extensions = ['mysqlnd', 'mysqli', 'ctype', 'iconv', 'tokenizer'];

/**
 * PHP with the extensions that WordPress needs, without any settings of this machine. `args` come before a
 * script.
 */
export async function findPhp(): Promise<{ program: Program; args: string[] }> {
  const root = await unpackFromDebian('wordpress');
  if (!root) throw new Error('Tests of WordPress need Debian or Ubuntu, for PHP.');
  const find = (pattern: string) => packagedFile(root, pattern);
  const loaded = extensions.map((name) => `extension=${find(`usr/lib/php/20*/${name}.so`)}`);
  const settings = [
    ...loaded,
    `zend_extension=${find('usr/lib/php/20*/opcache.so')}`,
    'opcache.revalidate_freq=0',
    'date.timezone=UTC',
    'memory_limit=256M',
    'display_errors=0',
    'log_errors=1',
    'sendmail_path=/bin/true',
  ];
  return {
    program: { file: find('usr/bin/php[0-9]*.[0-9]*'), env: librariesOf(root) },
    args: ['-n', ...settings.flatMap((setting) => ['-d', setting])],
  };
}
