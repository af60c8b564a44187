import { execFile } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

type Audit = {
  message?: string;
  vulnerabilities?: Record<string, { severity: string; range: string }>;
};

/**
 * Reports known vulnerabilities of the packages in the lock file. Never fails: advisories appear without a
 * change here, and a run must succeed without a network.
 * @param deadlineMs timeout of the report
 */
export function auditReport(deadlineMs: number, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { npm_execpath: own, npm_node_execpath: node = process.execPath } = process.env;
  const [program, first] = own?.endsWith('npm-cli.js') ? [node, [own]] : ['npm', []];
  const args = [...first, 'audit', '--json', '--fetch-retries=0', '--loglevel=silent'];
  const options = { cwd: root, env, timeout: deadlineMs, maxBuffer: 50_000_000 };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout) => {
      if (error?.killed) return resolve(`The registry did not respond within ${deadlineMs / 1000} s.`);
      resolve(summaryOf(stdout));
    });
  });
}

/** Summarises the output of `npm audit --json`. */
export function summaryOf(printed: string): string {
  let audit: Audit;
  try {
    audit = JSON.parse(printed);
  } catch {
    return 'No report: npm printed no result.';
  }
  if (!audit.vulnerabilities)
    return `No report from the registry (${audit.message?.split(' - ')[0] ?? 'no reason'}).`;
  const found = Object.entries(audit.vulnerabilities);
  if (found.length === 0) return 'No known vulnerabilities.';
  return found.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`).join('\n');
}
