/**
 * Lays the shared libraries of the engine and the plug-in host into `native/build/Release/lib`, where both look first. For
 * packages of Linux; macOS has dylibbundler for it, and Windows links them in (.github/workflows/release.yml).
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
  say(bundleLibraries(programs, path.join(RELEASE, 'lib')).join(' '));
});
