// Ten seconds of speech, noise, hum, ticks and silence, again and again for a simulated day, through every model that has no weights of its own and
// every effect: whether what comes out is sound, silent where nothing is heard, and at the end what it was at the beginning.
// About seven times as fast as real time.
//
//   node scripts/soak/day.mjs [seconds, default 86400]
import { spawn } from 'node:child_process';
import { buildAddon, testsPath } from '../build-addon.mjs';

await buildAddon({ tests: true });
const seconds = process.argv[2] ?? '86400';
const child = spawn(testsPath, ['-tc=day:*'], {
  env: { ...process.env, SOUNDDESK_SIMULATED_SEC: seconds },
  stdio: 'inherit',
});
child.on('exit', (code) => (process.exitCode = code ?? 1));
