/**
 * Lays the shared libraries of the engine and the plug-in host into `out/libraries`, from where they are packed into the folder `lib`
 * beside both: there they look first. For packages of Linux; on macOS dylibbundler does it, on Windows they lie beside the engine (.github/workflows/release.yml).
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundleLibraries } from './lib/libraries.mjs';
import { main, ROOT, say } from './lib/steps.mjs';

const RELEASE = path.join(ROOT, 'native/build/Release');

await main(() => {
  if (process.platform !== 'linux') return say('Only on Linux.');
  const programs = ['sounddesk.node', 'sounddesk_plugin_host']
    .map((name) => path.join(RELEASE, name))
    .filter((file) => existsSync(file));
  say(bundleLibraries(programs, path.join(ROOT, 'out/libraries')).join(' '));
});
