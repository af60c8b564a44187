import { spawn } from 'node:child_process';

/**
 * What to do when this process has ended. `KILL` and `QUIT` end one process. `INT` interrupts a process group
 * as Ctrl-C does, and kills it after the 20 s that a clean stop may take.
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
 * Ends a server and removes its folder when this process ends in any way. A small shell waits until its input
 * closes, which the system also does for a killed process. Without a process id it only removes the folder,
 * after 3 s, because a program may still use it. Some callers have no folder.
 * @returns a function that cancels this
 */
export function endWithTests(pid: number | undefined, ending: Ending, folder?: string): () => void {
  const script = `cat >/dev/null; ${pid ? scripts[ending] : 'sleep 3'}; [ -z "$2" ] || rm -rf "$2"`;
  const shell = spawn('sh', ['-c', script, 'sh', String(pid), folder ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A session of its own, so that Ctrl-C does not end the shell before the server.
    detached: true,
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return () => {
    shell.kill('SIGKILL');
    // The shell's `cat` is a separate process, which ends when its input closes.
    shell.stdin.destroy();
  };
}
