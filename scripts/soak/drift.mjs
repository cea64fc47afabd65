// An hour of three simulated devices, at 0, +200 and -200 ppm, two of which lose 28 % of their blocks in bursts:
// how far apart their tracks lie at the end, and whether one became shorter. Faster than real time.
//
//   node scripts/soak/drift.mjs [seconds, default 3600]
import { spawn } from 'node:child_process';
import { buildAddon, testsPath } from '../build-addon.mjs';

await buildAddon({ tests: true });
const seconds = process.argv[2] ?? '3600';
const child = spawn(testsPath, ['-tc=capture clocks: devices at*'], {
  env: { ...process.env, SOUNDDESK_SIMULATED_SEC: seconds },
  stdio: 'inherit',
});
child.on('exit', (code) => (process.exitCode = code ?? 1));
