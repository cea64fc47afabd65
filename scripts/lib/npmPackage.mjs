/** What the npm package of the command line and the host consists of. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BACKEND_PARTS, copyBuilt } from './copyBuilt.mjs';
import { bundleLibraries } from './libraries.mjs';
import { ROOT } from './steps.mjs';

const COPIED = [
  'bin',
  'licences',
  'LICENSE',
  'README.md',
  'out/node',
  'out/renderer',
  'out/video/kernel.wasm',
  ...BACKEND_PARTS,
];
const PROGRAMS = ['sounddesk.node', 'sounddesk_plugin_host'];
const LEFT_OUT = /(^|\/)(og|[^/]*\.test\.[^/]*)$/;
/** Its user has a Node, and the desktop app is another package. */
const NOT_NEEDED = ['node', 'electron-updater'];
/** For tests, and for another operating system's sound. */
const NOT_OPTIONAL = ['@deno/linux-x64-glibc', 'naudiodon'];
const LEAST_NODE = '>=24';

/** Lays it out in a folder. */
export function layOut(root) {
  for (const file of COPIED) copy(file, path.join(root, file));
  layEngine(root);
  writeManifest(root);
}

/** The engine and the plug-in host, and the libraries where both look first. */
function layEngine(root) {
  const release = 'native/build/Release';
  for (const name of PROGRAMS) copy(`${release}/${name}`, path.join(root, release, name));
  bundleLibraries(
    PROGRAMS.map((name) => path.join(root, release, name)),
    path.join(root, release, 'lib'),
  );
}

function writeManifest(root) {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const { name, productName, version, description, license, type, bin } = manifest;
  const without = (list, names) =>
    Object.fromEntries(Object.entries(list).filter(([entry]) => !names.includes(entry)));
  const about = {
    name,
    productName,
    version,
    description,
    license,
    type,
    bin,
    engines: { node: LEAST_NODE },
    // What was built here runs there alone.
    os: [process.platform],
    cpu: [process.arch],
    libc: ['glibc'],
    dependencies: without(manifest.dependencies, NOT_NEEDED),
    optionalDependencies: without(manifest.optionalDependencies, NOT_OPTIONAL),
  };
  writeFileSync(path.join(root, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
}

const copy = (from, to) => copyBuilt('the npm package', from, to, LEFT_OUT);
