import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { runStep, StepError } from '../steps.mjs';
import { fetchSources, unpackSource, versionOf } from './sources.mjs';

const HERE = import.meta.dirname;
const TOOLCHAIN = path.join(HERE, 'mingw.cmake');
const REMEDY = 'The end of the log says which tool or header is missing.';

const cmake = (...options) => ({ tool: 'cmake', options });
const configure = (...options) => ({ tool: 'configure', options });

/**
 * What the engine links, in the order of their needs, each by its Debian source. Configured as Debian does where that changes
 * samples: the same versions and instructions give the same audio. `isShort`: also in the short form, which reads and writes what
 * libsndfile does without others.
 */
const LIBRARIES = [
  { source: 'libogg', build: cmake('-DINSTALL_DOCS=OFF') },
  // Debian's flags.
  {
    source: 'libvorbis',
    build: cmake('-DCMAKE_C_FLAGS_RELEASE=-O2 -ffast-math -fsigned-char'),
    // On Windows alone it rounds halves up, although the C library can round them to even.
    edit: { file: 'lib/os.h', from: '#  define rint(x)   (floor((x)+0.5f))', to: '' },
  },
  {
    source: 'flac',
    build: cmake(
      '-DBUILD_PROGRAMS=OFF',
      '-DBUILD_EXAMPLES=OFF',
      '-DBUILD_TESTING=OFF',
      '-DBUILD_DOCS=OFF',
      '-DINSTALL_MANPAGES=OFF',
      '-DBUILD_CXXLIBS=OFF',
      '-DWITH_STACK_PROTECTOR=OFF',
      '-DWITH_FORTIFY_SOURCE=OFF',
    ),
  },
  {
    source: 'opus',
    build: configure(
      '--disable-doc',
      '--disable-extra-programs',
      '--disable-stack-protector',
      '--enable-custom-modes',
    ),
  },
  { source: 'mpg123', build: configure('--with-cpu=x86-64', '--disable-components', '--enable-libmpg123') },
  {
    source: 'lame',
    build: configure('--disable-frontend', '--disable-decoder'),
    // Its SSE routines add in another order. It uses them where the compiler's headers say `_M_X64`, which Debian's do not.
    edit: {
      file: 'libmp3lame/util.c',
      from: '#if defined( _M_X64 ) || defined( MIN_ARCH_SSE )',
      to: '#if 0',
    },
  },
  {
    source: 'libsndfile',
    build: cmake(
      '-DBUILD_PROGRAMS=OFF',
      '-DBUILD_EXAMPLES=OFF',
      '-DBUILD_TESTING=OFF',
      '-DENABLE_MPEG=ON',
      '-DCMAKE_C_FLAGS=-DFLAC__NO_DLL',
    ),
    isShort: true,
    shortOptions: ['-DENABLE_MPEG=OFF', '-DENABLE_EXTERNAL_LIBS=OFF'],
  },
  {
    source: 'libsoxr',
    build: cmake('-DBUILD_TESTS=OFF', '-DBUILD_EXAMPLES=OFF', '-DWITH_OPENMP=OFF'),
    // It describes itself to pkg-config everywhere but on Windows.
    edit: { file: 'src/CMakeLists.txt', from: 'elseif (NOT WIN32)', to: 'else ()' },
    isShort: true,
  },
  { source: 'speexdsp', build: cmake(), project: 'speexdsp.cmake', isShort: true },
  { source: 'libebur128', build: cmake(), isShort: true },
  { source: 'portaudio19', build: cmake(), project: 'portaudio.cmake', isShort: true },
  { source: 'newlib', build: cmake(), project: 'math.cmake', isShort: true },
];

/** Headers without a library, which are the same on every system. */
const HEADERS = ['simde', 'nlohmann', 'doctest'];

/** What a compiler run needs to find them. */
export function environmentOf(prefix) {
  return {
    SOUNDDESK_WINDOWS_PREFIX: prefix,
    PKG_CONFIG_LIBDIR: path.join(prefix, 'lib/pkgconfig'),
    PKG_CONFIG_PATH: '',
  };
}

/** Arguments of CMake for everything that is built here. */
export const CMAKE_ARGUMENTS = [
  '-G',
  'Ninja',
  `-DCMAKE_TOOLCHAIN_FILE=${TOOLCHAIN}`,
  '-DCMAKE_BUILD_TYPE=Release',
  '-DBUILD_SHARED_LIBS=OFF',
  '-DPKG_CONFIG_ARGN=--static',
];

/** Builds what is not built yet into `<cache>/prefix`, and returns that folder; `isShort`: only what the short form needs. */
export async function buildLibraries(cache, { isShort = false } = {}) {
  const folders = {
    sources: path.join(cache, 'sources'),
    work: path.join(cache, 'work'),
    prefix: path.join(cache, 'prefix'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  linkHeaders(folders.prefix);
  await fetchLibraries(cache, { isShort });
  for (const library of librariesOf(isShort)) await buildLibrary(library, folders);
  return folders.prefix;
}

/** Their sources, which are there from then on. */
export async function fetchLibraries(cache, { isShort }) {
  const folder = path.join(cache, 'sources');
  mkdirSync(folder, { recursive: true });
  const names = librariesOf(isShort).map(({ source }) => source);
  await fetchSources(names, folder);
}

function librariesOf(isShort) {
  return isShort ? LIBRARIES.filter((library) => library.isShort).map(shortened) : LIBRARIES;
}

function shortened({ shortOptions = [], build, ...library }) {
  return { ...library, build: { ...build, options: [...build.options, ...shortOptions] } };
}

function linkHeaders(prefix) {
  const include = path.join(prefix, 'include');
  mkdirSync(include, { recursive: true });
  for (const name of HEADERS) {
    const link = path.join(include, name);
    rmSync(link, { force: true });
    if (existsSync(`/usr/include/${name}`)) symlinkSync(`/usr/include/${name}`, link);
  }
}

async function buildLibrary(library, { sources, work, prefix }) {
  const source = path.join(work, library.source);
  const steps = STEPS[library.build.tool](library.build.options, source, prefix);
  const stampFile = path.join(work, `${library.source}.stamp`);
  const stamp = stampOf([library, steps, versionOf(library.source, sources)], library.project);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  rmSync(source, { recursive: true, force: true });
  unpackSource(library.source, sources, source);
  if (library.edit) editFile(source, library.edit);
  if (library.project) copyFileSync(path.join(HERE, library.project), path.join(source, 'CMakeLists.txt'));
  for (const [index, [command, ...args]] of steps.entries()) {
    const step = `${index === 0 ? 'Configure' : 'Build'} ${library.source} for Windows`;
    const parallel = index === 0 ? [] : ['-j', String(availableParallelism())];
    await runStep(step, command, [...args, ...parallel], {
      cwd: source,
      env: environmentOf(prefix),
      remedy: REMEDY,
    });
  }
  writeFileSync(stampFile, stamp);
}

function editFile(source, { file, from, to }) {
  const text = readFileSync(path.join(source, file), 'utf8');
  if (!text.includes(from))
    throw new StepError(`Edit ${file}`, `it has no line “${from}”`, 'Its source is of another version.');
  writeFileSync(path.join(source, file), text.replaceAll(from, to));
}

function stampOf(description, project) {
  const hash = createHash('sha256').update(JSON.stringify(description)).update(readFileSync(TOOLCHAIN));
  if (project) hash.update(readFileSync(path.join(HERE, project)));
  return hash.digest('hex');
}

function cmakeSteps(options, source, prefix) {
  const build = path.join(source, 'build-windows');
  return [
    ['cmake', '-S', source, '-B', build, ...CMAKE_ARGUMENTS, `-DCMAKE_INSTALL_PREFIX=${prefix}`, ...options],
    ['cmake', '--build', build, '--target', 'install'],
  ];
}

function configureSteps(options, _, prefix) {
  const host = ['--host=x86_64-w64-mingw32', 'CC=x86_64-w64-mingw32-gcc-posix', `--prefix=${prefix}`];
  // Checks of what is given to the C library need another library of the compiler.
  const flags = 'CFLAGS=-O2 -Wa,-muse-unaligned-vector-move -D_FORTIFY_SOURCE=0';
  return [
    ['./configure', ...host, flags, '--disable-shared', '--enable-static', ...options],
    ['make', 'install'],
  ];
}

const STEPS = { cmake: cmakeSteps, configure: configureSteps };
