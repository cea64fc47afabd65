/** What is wrong with an unpacked package of Linux. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { extractFile, getRawHeader, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { neededBy, missingLibraries } from './libraries.mjs';
import { ROOT } from './steps.mjs';

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
/** What the app opens: links, and the documents of build/mime.xml. */
const MIME_TYPES = [
  'x-scheme-handler/sounddesk',
  'application/x-sounddesk-recording',
  'application/x-sounddesk-project',
];
const ICONS_PX = [16, 32, 48, 64, 128, 256, 512];
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
    ...faultsOfNotices(archive, path.join(`${archive}.unpacked`, ENGINE, 'lib')),
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

/** Each library that goes along is named, with its licence, in the notices that go along. */
function faultsOfNotices(archive, libraries) {
  const carried = JSON.parse(readFileSync(path.join(ROOT, 'licences/carried.json'), 'utf8'));
  const notices = extractFile(archive, 'out/renderer/third-party-notices.txt').toString();
  return globSync('**/*.so*', { cwd: libraries }).flatMap((file) => {
    const [stem] = path.basename(file).split(/[.-]/);
    const entry = carried.find(({ libraries: stems }) => stems?.includes(stem));
    return entry && notices.includes(`\n  ${entry.name}: ${entry.licence}\n`)
      ? []
      : [`the third-party notices do not name ${file}`];
  });
}

/** What a desktop is asked to do with the app: its entry in menus, as electron-builder writes it for a package. */
export function faultsOfDesktop({ desktop, iconPx }) {
  const wanted = [
    /^Name=SoundDesk$/m,
    /^Exec=\/opt\/SoundDesk\/sounddesk %U$/m,
    /^Icon=sounddesk$/m,
    /^Categories=AudioVideo;$/m,
    ...MIME_TYPES.map((type) => new RegExp(`^MimeType=(.+;)?${RegExp.escape(type)};`, 'm')),
  ];
  return [
    ...wanted.filter((line) => !line.test(desktop)).map((line) => `the desktop entry lacks ${line}`),
    ...ICONS_PX.filter((px) => !iconPx.includes(px)).map((px) => `there is no icon of ${px} pixels`),
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
