import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runStep, StepError } from '../steps.mjs';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const REMEDY = 'Sources come from the Debian mirror that apt uses. Look at the log, and run this again.';

/**
 * Fetches the source packages of Debian that are not in `folder` yet, in the versions of the installed distribution, by apt, which
 * checks their signatures. The system's own lists stay as they are: most name no sources.
 */
export async function fetchSources(names, folder) {
  const missing = names.filter((name) => archivesOf(name, folder).length === 0);
  if (missing.length === 0) return;
  const apt = privateApt(folder);
  await runStep('List source packages', 'apt-get', [...apt, 'update'], { remedy: REMEDY });
  for (const name of missing) {
    // One at a time, and a failure is not the end: what a mirror has lost is often a patch or a signature.
    await runStep(`Fetch ${name}`, 'apt-get', [...apt, 'source', '--download-only', name], {
      cwd: folder,
      remedy: REMEDY,
    }).catch((error) => {
      if (archivesOf(name, folder).length === 0) throw error;
    });
  }
}

/** Unpacks a source package with Debian's changes into `target`. */
export function unpackSource(name, folder, target) {
  const [archive] = archivesOf(name, folder);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xf', path.join(folder, archive), '-C', target, '--strip-components=1']);
  const [changes] = globSync(`${name}_*.debian.tar.*`, { cwd: folder });
  if (!changes) return;
  execFileSync('tar', ['-xf', path.join(folder, changes), '-C', target]);
  for (const patch of seriesOf(target)) {
    const input = readFileSync(path.join(target, 'debian/patches', patch));
    execFileSync('patch', ['-p1', '--quiet', '--forward'], { cwd: target, input });
  }
}

/** What was fetched of a source package, for a stamp. */
export function versionOf(name, folder) {
  return globSync(`${name}_*`, { cwd: folder }).sort().join(' ');
}

function archivesOf(name, folder) {
  return globSync(`${name}_*.orig.tar.{gz,xz,bz2}`, { cwd: folder });
}

function seriesOf(target) {
  try {
    return readFileSync(path.join(target, 'debian/patches/series'), 'utf8')
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim())
      .filter(Boolean);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Options with which apt knows the sources of the distribution, and keeps what it reads in `folder`. */
function privateApt(folder) {
  const format = '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)';
  const lines = execFileSync('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'], {
    encoding: 'utf8',
  })
    .split('\n')
    .map((line) => line.split('|'))
    .filter(([origin, , , component]) => origin === 'Debian' && component === 'main')
    .map(([, uri, release]) => `deb-src [signed-by=${KEYRING}] ${uri} ${release} main`);
  if (lines.length === 0) {
    throw new StepError(
      'Find sources',
      'apt knows no Debian mirror',
      'This works on Debian, after apt-get update.',
    );
  }
  const apt = path.join(folder, 'apt');
  for (const name of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(apt, name), { recursive: true });
  writeFileSync(path.join(apt, 'sources.list'), `${[...new Set(lines)].join('\n')}\n`);
  return [
    `Dir::Etc::sourcelist=${apt}/sources.list`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${apt}/lists`,
    `Dir::Cache=${apt}/cache`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
}
