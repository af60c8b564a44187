import { spawn } from 'node:child_process';

/**
 * Sees to it that a server and its folder go when this process ends, however it ends: a small shell waits for
 * its input to close, which the system does for a killed process too. Without a process id there is only the
 * folder, in which a program may still be at work for a moment.
 * @returns what calls that off.
 */
export function dieWithUs(pid: number | undefined, signal: 'KILL' | 'QUIT', folder: string): () => void {
  // PostgreSQL's sessions take a moment to end and may still write.
  const script = `cat >/dev/null; ${pid ? 'kill -"$2" "$1" 2>/dev/null; sleep 0.5' : 'sleep 3'}; rm -rf "$3"`;
  const shell = spawn('sh', ['-c', script, 'sh', String(pid), signal, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a session of its own: Ctrl-C must not end it before the server.
    detached: true,
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return () => {
    shell.kill('SIGKILL');
    // The shell's `cat` is a process of its own: it ends when its input does.
    shell.stdin.destroy();
  };
}
