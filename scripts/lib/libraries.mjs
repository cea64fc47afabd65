/** The shared libraries of the engine, laid beside it, so that a package needs nothing of a distribution but its base. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StepError } from './steps.mjs';

/**
 * Of the system on every desktop, after AppImage's list of what not to carry: the C library, the display, ALSA and JACK, whose
 * servers are the system's own.
 */
const OF_THE_SYSTEM =
  /^(ld-linux.*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|X11|xcb.*|Xau|Xdmcp|bsd|md|asound|jack|pulse.*))\.so\.\d+$/;

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
  for (const [name, file] of found) copyFileSync(realpathSync(file), path.join(folder, name));
  return [...found.keys()].toSorted();
}

/** What programs and bundled libraries need and nobody brings: neither the folder nor the system. */
export function missingLibraries(programs, folder) {
  const bundled = existsSync(folder) ? readdirSync(folder) : [];
  const files = [...programs, ...bundled.map((name) => path.join(folder, name))];
  return [
    ...new Set(
      files
        .flatMap((file) => neededBy(file))
        .filter((name) => !bundled.includes(name) && !OF_THE_SYSTEM.test(name)),
    ),
  ];
}
