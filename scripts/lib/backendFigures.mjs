/** What the backend on this machine takes: from the command to a sign-in page that answers, and memory at rest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './steps.mjs';

/** PostgREST and the pool give their connections back after 30 s. */
const REST_SECONDS = 45;

/**
 * Starts the host with its backend on an empty data folder, then `laterRuns` times again, then once after the whole
 * tree was killed. Times in seconds until the sign-in page and the account server both answer.
 */
export async function measureBackend(dataDir, { laterRuns = 3 } = {}) {
  const first = await startHost(dataDir);
  await sleep(REST_SECONDS * 1000);
  const idle = memoryOf(first.backendPid);
  await first.stop();
  const laterSeconds = [];
  for (let run = 0; run < laterRuns; run += 1) {
    const later = await startHost(dataDir);
    laterSeconds.push(later.seconds);
    if (run === laterRuns - 1) await later.kill();
    else await later.stop();
  }
  const healed = await startHost(dataDir);
  await sleep(REST_SECONDS * 1000);
  const idleLater = memoryOf(healed.backendPid);
  await healed.stop();
  return {
    firstSeconds: first.seconds,
    laterSeconds,
    afterKillSeconds: healed.seconds,
    idleMb: idle.totalMb,
    idleLaterMb: idleLater.totalMb,
    processes: idle.processes,
  };
}

async function startHost(dataDir) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['bin/sounddesk.js', 'host', '--port', '0', '--no-open'], {
    cwd: ROOT,
    env: { ...process.env, SOUNDDESK_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  let origin;
  while (!(origin = /ready: (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1])) {
    if (child.exitCode !== null) throw new Error(`The host ended with ${child.exitCode}: ${printed}`);
    await sleep(5);
  }
  const page = await fetch(`${origin}/auth`);
  if (!page.ok) throw new Error(`The sign-in page answered ${page.status}`);
  const { pid: backendPid, port } = JSON.parse(
    readFileSync(path.join(dataDir, 'backend', 'host.lock'), 'utf8'),
  );
  const health = await fetch(`http://127.0.0.1:${port}/auth/v1/health`);
  if (!health.ok) throw new Error(`The account server answered ${health.status}`);
  const seconds = (performance.now() - startedMs) / 1000;
  const gone = once(child, 'exit');
  return {
    seconds,
    backendPid,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
    /** Everything at once, as a power cut or an impatient user does it. */
    async kill() {
      const pids = [...treeOf(backendPid), child.pid];
      for (const pid of pids) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
      await gone;
    },
  };
}

/**
 * Memory of a process and all below it: the sum of their proportional shares, in which a page that several use is
 * counted once (proc_pid_smaps(5)).
 */
function memoryOf(pid) {
  const processes = treeOf(pid).map((one) => ({
    name: readFileSync(`/proc/${one}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 60),
    mb: Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))[1]) / 1024,
  }));
  return { totalMb: processes.reduce((sum, { mb }) => sum + mb, 0), processes };
}

function treeOf(root) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent] = / (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) \S/, ''));
      parents.set(Number(name), Number(parent));
    } catch {
      // It ended while we looked.
    }
  }
  const below = (pid) => [
    pid,
    ...[...parents].filter(([, parent]) => parent === pid).flatMap(([one]) => below(one)),
  ];
  return below(root);
}
