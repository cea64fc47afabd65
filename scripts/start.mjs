/** `npm start`: set up what is missing, build what changed, then open SoundDesk. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HELPFUL_PACKAGES, RUN_PACKAGES } from './lib/packages.mjs';
import { addHelpfulPackages, buildProduct, buildShell, setUp } from './lib/setup.mjs';
import { exitOf, main, ROOT, say } from './lib/steps.mjs';

await main(async () => {
  if (!(await setUp(RUN_PACKAGES))) return process.exitCode;
  await addHelpfulPackages(HELPFUL_PACKAGES);
  await buildProduct();
  const electron = electronBinary();
  return electron ? openDesktopApp(electron) : startHeadlessHost();
});

/** Electron's own program where it was brought (`npx install-electron`) and there is a display to show it on. */
function electronBinary() {
  const hasDisplay =
    process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  // Chromium's sandbox refuses root, and we do not run without it.
  if (!hasDisplay || process.getuid?.() === 0) return null;
  const pathFile = path.join(ROOT, 'node_modules/electron/path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = path.join(ROOT, 'node_modules/electron/dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

async function openDesktopApp(electron) {
  await buildShell();
  say('Opening SoundDesk …');
  return run(electron, ['.']);
}

function startHeadlessHost() {
  return run(process.execPath, ['bin/sounddesk.js', 'host', ...process.argv.slice(2)]);
}

/** Runs in the foreground: a signal to us reaches it, and its end is ours. */
async function run(command, args) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const exit = await exitOf(child);
  // Ended by the user's own Ctrl-C: not a failure.
  return exit.signal === 'SIGINT' || exit.signal === 'SIGTERM' ? 0 : (exit.code ?? 1);
}
