/**
 * The Debian package on a bare Debian: installed, used from the command line and by a browser, upgraded with its data,
 * removed and purged. Before it the npm package, on a system without any sound library. Needs root, debootstrap and the mirror.
 *
 *     sudo node scripts/soak/debianPackage.mjs [--suite bookworm] [--mirror URL] [--root DIR]
 *
 * `--root`: a bare Debian that is there already; a copy of it is used.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchHeadlessShell } from '../../tests/lib/chromium.ts';
import { runtimePackages } from '../lib/notices.mjs';
import { writeWavFloat } from '../lib/wav.mjs';
import { exitOf, main, ROOT, say, StepError } from '../lib/steps.mjs';

const USER = 'podcaster';
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/\S+/;
const OLD = '0.0.9';
const RATE_HZ = 48_000;

await main(async () => {
  const { values } = parseArgs({
    options: {
      suite: { type: 'string', default: 'bookworm' },
      mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
      root: { type: 'string' },
    },
  });
  const dir = mkdtempSync(path.join(os.tmpdir(), 'sounddesk-debian-'));
  const root = path.join(dir, 'root');
  try {
    if (values.root) execFileSync('cp', ['-a', values.root, root]);
    else run('debootstrap', ['--variant=minbase', values.suite, root, values.mirror]);
    for (const [name, args] of [
      ['old', ['--version', OLD]],
      ['new', []],
    ])
      run(process.execPath, [
        path.join(ROOT, 'scripts/package-debian.mjs'),
        '--quick',
        '--out',
        path.join(root, `${name}.deb`),
        ...args,
      ]);
    await check(root);
    say('The package was installed, used, upgraded with its data, removed and purged.');
  } finally {
    execFileSync('umount', ['-q', path.join(root, 'proc')], { stdio: 'ignore' });
    rmSync(dir, { recursive: true, force: true });
  }
});

async function check(root) {
  const inside = (args, options) => run('chroot', [root, ...args], options);
  const asUser = (command) => inside(['su', '-', USER, '-c', command]);
  cpSync('/etc/resolv.conf', path.join(root, 'etc/resolv.conf'), { dereference: true });
  run('mount', ['-t', 'proc', 'proc', path.join(root, 'proc')]);
  inside(['useradd', '--create-home', '--shell', '/bin/bash', USER]);
  writeWavFloat(path.join(root, 'home', USER, 'in.wav'), makeNoise(), RATE_HZ);
  checkNpmPackage(root, asUser);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  inside(['apt-get', '-qq', 'update'], { env });
  inside(['apt-get', '-qq', '-y', 'install', '--no-install-recommends', '/old.deb'], { env });
  expectText('its version', asUser('sounddesk --version'), OLD);
  say(asUser('sounddesk doctor'));
  say(asUser('sounddesk clean in.wav -o out.wav'));
  expectText(
    'the manual page',
    inside(['gzip', '-dc', '/usr/share/man/man1/sounddesk.1.gz']),
    'SoundDesk 0.0.9',
  );
  await openInBrowser(root, 'first');
  inside(['dpkg', '-i', '/new.deb'], { env });
  expectText('the upgraded version', asUser('sounddesk --version'), '0.1.0');
  await openInBrowser(root, 'upgraded');
  inside(['apt-get', '-qq', '-y', 'remove', 'sounddesk'], { env });
  inside(['dpkg', '--purge', 'sounddesk'], { env });
  for (const gone of ['usr/bin/sounddesk', 'usr/lib/sounddesk', 'usr/share/applications/sounddesk.desktop'])
    if (existsSync(path.join(root, gone))) throw new Error(`${gone} is left after the purge.`);
  const kept = path.join(root, 'home', USER, '.local/share/sounddesk');
  if (!existsSync(kept)) throw new Error('The data of the user went with the package.');
}

/** As npm lays it down, with our Node: the engine is loaded, and a file is cleaned, where there is neither ALSA nor JACK. */
function checkNpmPackage(root, asUser) {
  const modules = path.join(root, 'opt/npm/node_modules');
  run(process.execPath, [
    path.join(ROOT, 'scripts/package-npm.mjs'),
    '--folder',
    path.join(modules, 'sounddesk'),
  ]);
  for (const place of runtimePackages(ROOT))
    cpSync(path.join(ROOT, place), path.join(root, 'opt/npm', place), { recursive: true });
  const found = globSync('usr/lib/**/lib{asound,jack}.so*', { cwd: root });
  if (found.length > 0) throw new Error(`The bare Debian is none: it has ${found.join(', ')}.`);
  const sounddesk = '/opt/npm/node_modules/node/bin/node /opt/npm/node_modules/sounddesk/bin/sounddesk.js';
  say(asUser(`${sounddesk} clean in.wav -o npm.wav`));
  const doctor = asUser(`${sounddesk} doctor || true`);
  expectText('the engine of the npm package', doctor, 'ok  Audio engine');
  rmSync(path.join(root, 'opt/npm'), { recursive: true });
}

/** The host of the installed package, with the backend of the machine, opened by the browser of this system. */
async function openInBrowser(root, name) {
  const host = spawn('chroot', [root, 'su', '-', USER, '-c', 'exec sounddesk host --no-open --port 0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = exitOf(host);
  try {
    const address = await addressIn(host.stdout);
    const browser = await launchHeadlessShell();
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
    say(`${name}: the page says "${await page.getByRole('heading', { level: 1 }).first().textContent()}"`);
    await browser.close();
  } finally {
    execFileSync('pkill', ['-TERM', '-P', String(host.pid)]);
    await exit;
  }
}

function addressIn(output) {
  return new Promise((resolve, reject) => {
    let text = '';
    output.on('data', (chunk) => {
      text += chunk;
      const [address] = ADDRESS.exec(text) ?? [];
      if (address && /ready/.test(text)) resolve(address);
    });
    output.on('end', () => reject(new Error(`the host ended: ${text}`)));
  });
}

function run(command, args, options = {}) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
  } catch (error) {
    throw new StepError(
      [command, ...args].join(' '),
      `${error.stdout}\n${error.stderr}`,
      'Read what it said.',
    );
  }
}

function expectText(what, text, wanted) {
  if (!text.includes(wanted))
    throw new Error(`${what}: "${wanted}" was expected, and it is "${text.slice(0, 200)}".`);
}

/** Five seconds of noise, alike in each run. */
function makeNoise() {
  let seed = 1;
  return Float32Array.from({ length: 5 * RATE_HZ }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return 0.1 * ((2 * seed) / 2_147_483_647 - 1);
  });
}
