import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { unpackFromDebian } from '../servers/debianPackages.ts';

const run = promisify(execFile);

/** Space in bytes that images need while they are built and run, with a reserve. */
const storeBytes = 4e9;

// Mounts that only Podman's own processes see: the packages over /usr, a store that disappears with them, and
// empty folders in place of those of an installed Podman. The part after `cat` runs when this process ends in
// any way.
const namespace = `
set -e
folder=$1 packages=$2 size=$3
[ "$size" = 0 ] || mount -t tmpfs -o "size=$size,mode=700" tmpfs "$folder/store"
mkdir "$folder/store/tmp"
for place in usr lib; do
  [ ! -d "$packages/$place" ] || mount -t overlay -o "ro,lowerdir=$packages/$place:/$place" overlay "/$place"
done
made=
for place in /run/containers /run/runc /var/cache/containers /var/lib/containers; do
  [ -d "$place" ] || made="$made $place"
  mkdir -p "$place"
  mount -t tmpfs -o mode=700 tmpfs "$place"
done
echo ready
cat >/dev/null
trap '' PIPE
"$folder/podman" rm -fa -t 0 >/dev/null 2>&1 || true
umount -l "$folder/store" /run/containers /run/runc /var/cache/containers /var/lib/containers 2>/dev/null || true
rmdir $made 2>/dev/null || true
rm -rf "$folder"
echo closed || true
# Podman may still have to clean up after a container that was running.
sleep 3
rm -rf "$folder"
`;

/**
 * Podman from this Debian system's package source, for root. Nothing is installed, and no image or container
 * remains.
 * @returns its program, or the reason why there is none
 */
export async function startOwnPodman(): Promise<
  { engine: string; folder: string; close(): Promise<void> } | { reason: string }
> {
  if (process.getuid?.() !== 0) return { reason: 'our own Podman needs root' };
  const mayMount = await run('unshare', ['--mount', 'true']).then(
    () => true,
    () => false,
  );
  if (!mayMount) return { reason: 'this root user may not create containers' };
  const packages = await unpackFromDebian('podman');
  if (!packages) return { reason: 'our own Podman needs the packages of Debian or Ubuntu' };
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-podman-'));
  mkdirSync(path.join(folder, 'store'));
  const size = freemem() > 2 * storeBytes ? storeBytes : 0;
  const holder = spawn('unshare', ['--mount', 'sh', '-c', namespace, 'sh', folder, packages, String(size)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C must not end it before our containers.
    detached: true,
  });
  let said = '';
  holder.stderr.on('data', (chunk) => (said += chunk));
  const engine = writeSettings(folder, packages, holder.pid ?? 0);
  const lines = createInterface({ input: holder.stdout });
  const ended = once(holder, 'exit');
  const nextLine = async () => (await Promise.race([once(lines, 'line'), ended]))[0];
  if ((await nextLine()) !== 'ready') {
    rmSync(folder, { recursive: true });
    return { reason: `this root user may not mount what Podman needs (${said.trim()})` };
  }
  holder.unref();
  for (const stream of [holder.stdin, holder.stdout, holder.stderr])
    (stream as unknown as { unref(): void }).unref();
  return {
    engine,
    folder,
    async close() {
      holder.ref();
      holder.stdin.end();
      await nextLine();
      holder.unref();
    },
  };
}

/** @returns a program that runs Podman with these settings, in its mount namespace */
function writeSettings(folder: string, packages: string, holder: number): string {
  const write = (name: string, text: string, mode?: number) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text, { mode });
    return path.join(folder, name);
  };
  const seccomp = [
    '/usr/share/containers/seccomp.json',
    path.join(packages, 'usr/share/containers/seccomp.json'),
  ];
  if (!seccomp.some(existsSync)) throw new Error(`${seccomp[0]} is not among Podman's packages.`);
  const store = path.join(folder, 'store');
  const config = write(
    'containers.conf',
    `[containers]
seccomp_profile = "${seccomp[0]}"
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
cgroupns = "host"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
lock_type = "file"
tmp_dir = "${store}/libpod"
[network]
network_backend = "netavark"
network_config_dir = "${store}/networks"
`,
  );
  const storage = write(
    'storage.conf',
    `[storage]\ndriver = "overlay"\ngraphroot = "${store}/graph"\nrunroot = "${store}/run"\n`,
  );
  const registries = write('registries.conf', 'unqualified-search-registries = []\n');
  write('.config/containers/policy.json', '{"default":[{"type":"insecureAcceptAnything"}]}\n');
  return write(
    'podman',
    `#!/bin/sh
export HOME=${folder} TMPDIR=${store}/tmp PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export BUILDAH_LAYERS=false CONTAINERS_CONF=${config} CONTAINERS_STORAGE_CONF=${storage} CONTAINERS_REGISTRIES_CONF=${registries}
exec nsenter --mount=/proc/${holder}/ns/mnt podman "$@"
`,
    0o700,
  );
}
