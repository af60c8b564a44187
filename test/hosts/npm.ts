import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

// What an npm that runs these tests tells its children of this project would mislead one that works
// elsewhere. How it reaches the registry is of this machine.
const ofTheMachine =
  /^npm_config_(cache|userconfig|globalconfig|registry|cafile|ca|strict_ssl|(https?_)?proxy|noproxy)$/i;
const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || ofTheMachine.test(name)),
);

/**
 * Runs npm in a folder.
 * @returns what it printed
 * @throws Error with what it said
 * @param args such as `['ci']`
 */
export async function npm(folder: string, args: string[]): Promise<string> {
  // Under `npm run`, npm says where it is, and its Node: another may not know what certificates this machine
  // trusts.
  const { npm_execpath: own, npm_node_execpath: node = process.execPath } = process.env;
  const [program, first] = own?.endsWith('npm-cli.js') ? [node, [own]] : ['npm', []];
  return output(program, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], folder);
}

/** Runs a program to its end. @returns what it printed @throws Error with all that it said */
export async function output(
  program: string,
  args: string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const limits = { cwd: folder, maxBuffer: 50_000_000, timeout: 300_000 };
    return (await run(program, args, { ...limits, env: { ...clean, ...env } })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const said = `${stdout}\n${stderr}`.trim().slice(-6_000);
    throw new Error(`${program} ${args.join(' ')} in ${folder}: ${message.split('\n')[0]}\n${said}`);
  }
}
