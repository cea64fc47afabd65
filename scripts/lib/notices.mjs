/** Third-party notices: what ships, under which licence, with its text. One that cannot be named is a failure. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Licences that a work under GPL-3.0-or-later can take in, by their SPDX ids. */
const TAKEN = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...[
    'MPL-2.0',
    'OFL-1.1',
    'PostgreSQL',
    'Python-2.0',
    'Sleepycat',
    'Unlicense',
    'Zlib',
    'LGPL-2.0-or-later',
    'LGPL-2.1-only',
    'LGPL-2.1-or-later',
  ],
  ...['LGPL-3.0-only', 'LGPL-3.0-or-later', 'GPL-2.0-or-later', 'GPL-3.0-only', 'GPL-3.0-or-later'],
]);

/** Whether an SPDX expression of ids, AND, OR and brackets can be taken: OR offers a choice, AND asks for all. */
export function isTaken(expression) {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const one = () => {
    const token = tokens[at++];
    if (token !== '(') return token !== undefined && TAKEN.has(token);
    const isGood = any();
    at += 1;
    return isGood;
  };
  const all = () => {
    let isGood = one();
    while (tokens[at] === 'AND') {
      at += 1;
      isGood = one() && isGood;
    }
    return isGood;
  };
  const any = () => {
    let isGood = all();
    while (tokens[at] === 'OR') {
      at += 1;
      isGood = all() || isGood;
    }
    return isGood;
  };
  return any() && at === tokens.length;
}

/** Folders in `node_modules` of the packages that run beside the build: what package.json depends on, with what that needs. */
export function runtimePackages(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const found = new Set();
  const visit = (place) => {
    if (found.has(place)) return;
    found.add(place);
    const { dependencies, optionalDependencies } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = placeOf(packages, place, name);
      if (next) visit(next);
    }
  };
  const { dependencies, optionalDependencies } = packages[''];
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) visit(`node_modules/${name}`);
  return [...found].filter((place) => existsSync(path.join(root, place, 'package.json')));
}

/** Where Node would find a package that is asked for at a place. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const place = `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (!folder.includes('/node_modules/')) break;
  }
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : null;
}

/** The package that a bundled file is of, as its folder below the root; null for our own. */
export function packageOf(file) {
  const match = /^.*(node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file.replaceAll('\\', '/'));
  return match ? match[1] : null;
}

/** @returns {{ notices: object[], problems: string[] }} of npm packages at these places and of what is carried along */
export function collectNotices(root, places) {
  const problems = [];
  const notices = [...new Set(places)].sort().flatMap((place) => noticeOf(root, place, problems));
  const carried = JSON.parse(readFileSync(path.join(root, 'licences/carried.json'), 'utf8'));
  for (const { name, licence, text, use } of carried) {
    const file = path.join(root, 'licences/texts', text);
    if (!existsSync(file)) problems.push(`${name}: licences/texts/${text} is missing`);
    else notices.push({ name, version: '', licence, use, text: readFileSync(file, 'utf8') });
  }
  for (const { name, licence } of notices) {
    if (!isTaken(licence))
      problems.push(`${name}: the licence "${licence}" cannot be taken into a work under the GPL`);
  }
  return { notices, problems };
}

function noticeOf(root, place, problems) {
  const folder = path.join(root, place);
  const about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version } = about;
  const licence = typeof about.license === 'string' ? about.license : (about.license?.type ?? '');
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(file) && !/\.(js|ts|json)$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  if (texts.length === 0) {
    const standIn = path.join(root, 'licences/npm', `${name.replace('/', '__')}.txt`);
    if (existsSync(standIn)) texts.push(readFileSync(standIn, 'utf8'));
    else {
      problems.push(`${name}: no licence text. Put its maker's into licences/npm/${path.basename(standIn)}`);
      return [];
    }
  }
  return [{ name, version, licence, use: '', text: texts.join('\n\n') }];
}

/** The file that ships. */
export function noticesText(notices) {
  const rule = '-'.repeat(78);
  const list = notices.map(({ name, version, licence, use }) =>
    [`  ${[name, version].filter(Boolean).join(' ')}: ${licence}`, use && `    ${use}`]
      .filter(Boolean)
      .join('\n'),
  );
  const parts = notices.map(
    ({ name, version, licence, text }) =>
      `${rule}\n${[name, version].filter(Boolean).join(' ')}\n${licence}\n${rule}\n\n${text.replaceAll('\r\n', '\n').trim()}\n`,
  );
  return `SoundDesk uses the work of others. SoundDesk itself is free software under the GNU General Public
License, version 3 or later. FFmpeg, which SoundDesk runs where it is installed, is not part of it.

${list.join('\n')}

${parts.join('\n')}`;
}
