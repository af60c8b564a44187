import type { Container } from './engine.ts';

// Runs in Node, as another process of the container.
const code = String.raw`
const { readFileSync, writeFileSync } = require('node:fs');
const status = readFileSync('/proc/1/status', 'utf8');
const of = (name) => new RegExp('^' + name + ':\\s+(\\w+)', 'm').exec(status)[1];
const tryToWrite = (folder) => {
  try {
    writeFileSync(folder + '/written', '');
    return 'written';
  } catch ({ code }) {
    return code;
  }
};
console.log(JSON.stringify({
  first: readFileSync('/proc/1/cmdline', 'utf8').split('\0').join(' ').trim(),
  user: of('Uid'),
  group: of('Gid'),
  rights: of('CapBnd'),
  newPrivileges: of('NoNewPrivs'),
  written: ['/', '/app', '/app/services/booking', '/usr/local/bin'].map(tryToWrite),
}));`;

/**
 * What a service's container looks like from inside: its first process, and the results of attempts to write.
 */
export const lookInside = async (container: Container, service: string): Promise<object> =>
  JSON.parse(await container.inside([service], code));
