import { execFile } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

type Audit = {
  message?: string;
  vulnerabilities?: Record<string, { severity: string; range: string }>;
};

/**
 * What the registry knows of faults in the packages that the lock file names, for people to read. It never
 * fails: advisories appear without any change here, and a run must also end well without a network.
 * @param deadlineMs after which it is done without
 */
export function auditReport(deadlineMs: number, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { npm_execpath: own, npm_node_execpath: node = process.execPath } = process.env;
  const [program, first] = own?.endsWith('npm-cli.js') ? [node, [own]] : ['npm', []];
  const args = [...first, 'audit', '--json', '--fetch-retries=0', '--loglevel=silent'];
  const options = { cwd: root, env, timeout: deadlineMs, maxBuffer: 50_000_000 };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout) => {
      if (error?.killed) return resolve(`The registry did not answer within ${deadlineMs / 1000} s.`);
      resolve(summaryOf(stdout));
    });
  });
}

/** What `npm audit --json` printed, in words. */
export function summaryOf(printed: string): string {
  let audit: Audit;
  try {
    audit = JSON.parse(printed);
  } catch {
    return 'No report: npm did not answer.';
  }
  if (!audit.vulnerabilities)
    return `No report: the registry gives none (${audit.message?.split(' - ')[0] ?? 'no reason'}).`;
  const found = Object.entries(audit.vulnerabilities);
  if (found.length === 0) return 'None is known.';
  return found.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`).join('\n');
}
