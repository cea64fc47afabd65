/** What is wrong with an unpacked package of Linux. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { extractFile, getRawHeader, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { neededBy, missingLibraries } from './libraries.mjs';

const ENGINE = 'native/build/Release';
const IN_ARCHIVE = [
  'package.json',
  'LICENSE',
  'out/electron/main.js',
  'out/electron/engine.js',
  'out/electron/render.js',
  'out/electron/speech.js',
  'out/electron/backend.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/renderer/third-party-notices.txt',
  'out/video/kernel.wasm',
];
/** Of the roots of the archive, all: what else is packed is there by mistake. */
const ROOTS = ['package.json', 'LICENSE', 'out', 'native'];
const BESIDE = [
  'backend/migrations',
  'backend/embedded/bootstrap.sql',
  'backend/embedded/authSchema.sql',
  'backend/native/bin/postgres',
  'backend/postgrest',
  'speech/index.node',
];
/** As they are written in the program: "1" and "0". */
const ON = 0x31;
const OFF = 0x30;
const FUSES = {
  RunAsNode: OFF,
  EnableCookieEncryption: ON,
  EnableNodeOptionsEnvironmentVariable: OFF,
  EnableNodeCliInspectArguments: OFF,
  EnableEmbeddedAsarIntegrityValidation: ON,
  OnlyLoadAppFromAsar: ON,
  LoadBrowserProcessSpecificV8Snapshot: OFF,
  GrantFileProtocolExtraPrivileges: OFF,
};

/** Sentences, none where all is well, and how many files were looked at. */
export async function faultsOfPackage(folder) {
  const resources = path.join(folder, 'resources');
  const archive = path.join(resources, 'app.asar');
  if (!existsSync(archive)) return { faults: [`${archive} is missing`], files: 0 };
  const packed = listPackage(archive).map((name) => name.slice(1));
  const faults = [
    ...IN_ARCHIVE.filter((name) => !packed.includes(name)).map((name) => `the archive lacks ${name}`),
    ...strangersIn(packed),
    ...BESIDE.filter((name) => !existsSync(path.join(resources, name))).map(
      (name) => `resources lack ${name}`,
    ),
    ...faultsOfIntegrity(archive, packed),
    ...faultsOfEngine(path.join(`${archive}.unpacked`, ENGINE)),
    ...(await faultsOfFuses(folder)),
  ];
  return { faults, files: packed.length + readdirSync(resources, { recursive: true }).length };
}

function strangersIn(packed) {
  return packed
    .filter(
      (name) =>
        !ROOTS.some((root) => name === root || name.startsWith(`${root}/`)) ||
        /(^|\/)node_modules\/|\.test\.|out\/renderer\/og\//.test(name),
    )
    .map((name) => `the archive holds ${name}`);
}

/** Every file's own checksum, as the app compares it where the system can. */
function faultsOfIntegrity(archive, packed) {
  const { header } = getRawHeader(archive);
  const entryOf = (name) => name.split('/').reduce((entry, part) => entry.files?.[part], header);
  return packed.flatMap((name) => {
    const entry = entryOf(name);
    if (!entry || entry.files || entry.link || entry.unpacked) return [];
    const hash = createHash('sha256').update(extractFile(archive, name)).digest('hex');
    return entry.integrity?.hash === hash ? [] : [`${name} has not the checksum that the archive names`];
  });
}

function faultsOfEngine(folder) {
  const programs = ['sounddesk.node', 'sounddesk_plugin_host'].map((name) => path.join(folder, name));
  const missing = programs.filter((file) => !existsSync(file));
  if (missing.length > 0) return missing.map((file) => `${file} is missing`);
  const host = programs[1];
  return [
    ...missingLibraries(programs, path.join(folder, 'lib')).map((name) => `nobody brings ${name}`),
    ...((statSync(host).mode & 0o111) === 0 ? [`${host} cannot be started`] : []),
    ...(readFileSync(programs[0]).includes('$ORIGIN/lib')
      ? []
      : ['the engine does not look for its libraries']),
    ...(neededBy(programs[0]).includes('libnode.so') ? ['the engine needs a certain Node'] : []),
  ];
}

async function faultsOfFuses(folder) {
  const program = path.join(folder, 'sounddesk');
  if (!existsSync(program)) return [`${program} is missing`];
  const wire = await getCurrentFuseWire(program);
  return Object.entries(FUSES)
    .filter(([name, state]) => wire[FuseV1Options[name]] !== state)
    .map(([name]) => `the fuse ${name} is not as it has to be`);
}
