#!/usr/bin/env node
// Starts the command line under the Node version of this project, whichever one is first in the path.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LEAST_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) >= LEAST_MAJOR) {
  nodeModule.enableCompileCache();
  const { main } = await import(findCommandLine());
  await main(process.argv.slice(2));
} else {
  runUnder(findNode());
}

/** Its source, or what is built of it (src-main/node/programs.ts). */
function findCommandLine() {
  const source = new URL('../src-main/node/cli/main.ts', import.meta.url);
  const built = new URL('../out/node/cli.js', import.meta.url);
  const isBuilt = process.env.SOUNDDESK_BUILT === '1' || !existsSync(source);
  if (!isBuilt || !existsSync(built)) return source.href;
  process.env.SOUNDDESK_BACKEND_PARTS ??= fileURLToPath(new URL('../supabase', import.meta.url));
  return built.href;
}

/** The `node` package of this project, which brings its own binary. */
function findNode() {
  let path = null;
  try {
    const folder = dirname(nodeModule.createRequire(import.meta.url).resolve('node/package.json'));
    path = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    // Not installed: said below.
  }
  if (path && existsSync(path)) return path;
  console.error(
    `SoundDesk needs Node ${LEAST_MAJOR} and this is ${process.version}. Run "npm ci" in its folder: that installs it.`,
  );
  process.exit(1);
}

function runUnder(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to the child as well; whoever signals this process alone means the child.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`Node could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
