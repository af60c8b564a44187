import { spawn } from 'node:child_process';

/**
 * What is left to do when this process has ended: `KILL` and `QUIT` end one process; `INT` stops all of a
 * process group as Ctrl-C does, and kills those that are still there after the time that a clean stop may
 * take.
 */
type Ending = 'KILL' | 'QUIT' | 'INT';

const scripts: Record<Ending, string> = {
  // PostgreSQL's sessions take a moment to end and may still write.
  KILL: 'kill -KILL "$1" 2>/dev/null; sleep 0.5',
  QUIT: 'kill -QUIT "$1" 2>/dev/null; sleep 0.5',
  INT: `kill -INT "-$1" 2>/dev/null
    for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "-$1" 2>/dev/null && sleep 1; done
    kill -KILL "-$1" 2>/dev/null`,
};

/**
 * Sees to it that a server and its folder go when this process ends, however it ends: a small shell waits for
 * its input to close, which the system does for a killed process too. Without a process id there is only the
 * folder, in which a program may still be at work for a moment; and some have none.
 * @returns what calls that off.
 */
export function dieWithUs(pid: number | undefined, ending: Ending, folder?: string): () => void {
  const script = `cat >/dev/null; ${pid ? scripts[ending] : 'sleep 3'}; [ -z "$2" ] || rm -rf "$2"`;
  const shell = spawn('sh', ['-c', script, 'sh', String(pid), folder ?? ''], {
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
