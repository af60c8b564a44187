import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';

const run = promisify(execFile);

// The npm that runs the tests sets variables about this project, which would mislead an npm that works
// elsewhere. Keep only those about access to the registry.
const ofTheMachine =
  /^npm_config_(cache|userconfig|globalconfig|registry|cafile|ca|strict_ssl|(https?_)?proxy|noproxy)$/i;
const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || ofTheMachine.test(name)),
);

/**
 * Runs npm in a folder.
 * @returns its standard output
 * @throws Error with its output
 * @param args such as `['ci']`
 */
export async function npm(folder: string, args: string[]): Promise<string> {
  // Use the same npm and Node as `npm run`: others may not trust this machine's certificates.
  const { npm_execpath: own, npm_node_execpath: node = process.execPath } = process.env;
  const [program, first] = own?.endsWith('npm-cli.js') ? [node, [own]] : ['npm', []];
  return output(program, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], folder);
}

/** Runs a program until it exits. @returns its standard output @throws Error with all its output */
export async function output(
  program: string,
  args: string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const limits = { cwd: folder, maxBuffer: 50_000_000, timeout: 2 * PATIENCE_MS };
    return (await run(program, args, { ...limits, env: { ...clean, ...env } })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const said = `${stdout}\n${stderr}`.trim().slice(-6_000);
    throw new Error(`${program} ${args.join(' ')} in ${folder}: ${message.split('\n')[0]}\n${said}`);
  }
}
