/** The shared libraries of the engine, laid beside it, so that a package needs nothing of a distribution but its base. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StepError } from './steps.mjs';

/** Of the system on every desktop, after AppImage's list of what not to carry: the C library and the display. */
const OF_THE_SYSTEM =
  /^(ld-linux.*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|X11|xcb.*|Xau|Xdmcp|bsd|md|pulse.*))\.so\.\d+$/;

/** Of the system where it has them, since their servers are its own. A system without them takes these (`loadAddon.ts`). */
const SPARE = /^lib(asound|jack)\.so\.\d+$/;
const SPARE_FOLDER = 'spare';

/** Names that a program asks the loader for. */
export function neededBy(file) {
  const text = execFileSync('readelf', ['-d', file], { encoding: 'utf8' });
  return [...text.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name]) => name);
}

/** Where the loader finds each library that a program needs, whole: name and file, without those of the system. */
function librariesOf(program) {
  const text = execFileSync('ldd', [program], { encoding: 'utf8' });
  if (/not found/.test(text)) throw new StepError('the libraries of the engine', text.trim(), 'npm start');
  return [...text.matchAll(/^\s*(\S+) => (\/\S+)/gm)]
    .map(([, name, file]) => ({ name, file }))
    .filter(({ name }) => !OF_THE_SYSTEM.test(name));
}

/** Copies what these programs need into `folder`, which is emptied before, and answers the names. */
export function bundleLibraries(programs, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const found = new Map(
    programs.flatMap((program) => librariesOf(program)).map(({ name, file }) => [name, file]),
  );
  mkdirSync(path.join(folder, SPARE_FOLDER));
  for (const [name, file] of found)
    copyFileSync(realpathSync(file), path.join(folder, SPARE.test(name) ? SPARE_FOLDER : '', name));
  return [...found.keys()].toSorted();
}

/** What programs and bundled libraries need and nobody brings: neither the folder nor the system. */
export function missingLibraries(programs, folder) {
  const bundled = existsSync(folder) ? globSync(`{.,${SPARE_FOLDER}}/*.so*`, { cwd: folder }) : [];
  const names = bundled.map((file) => path.basename(file));
  const files = [...programs, ...bundled.map((file) => path.join(folder, file))];
  return [
    ...new Set(
      files
        .flatMap((file) => neededBy(file))
        .filter((name) => !names.includes(name) && !OF_THE_SYSTEM.test(name)),
    ),
  ];
}
