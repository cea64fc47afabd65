/** No old word comes back: one thing has one name (docs/glossary.md). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/steps.mjs';

/** Old word → what to write. */
const WORDS = [
  [/picture/i, 'video (tracks), frame or image'],
  [/\b[bB]asic[A-Z]\w*/, 'browser'],
  [/soundless/i, 'videoOnly'],
  [/\bDesk[A-Z]|\bdesk[A-Z.([]|(?<=[a-z])Desk\b|\bdesk_|_desk\b/, 'fileCleaning, or mixer'],
  [/\bshel(?:f|ves)\b|Shel(?:f|ves)(?![a-z])|SHELF/, 'library, or contents'],
  [/\bkeeper\b|Keeper(?![a-z])/, 'store'],
  [/\bnews\b|(?<=[a-z])News\b|\bNews[A-Z]|NEWS/, 'event or report'],
  [/\b(?:Encoder|Strip|Sound)Order\b/, 'command'],
  [/\bwish(?:es|ed)?\b|(?<=[a-z_])wish|Wish|WISH/i, 'request'],
  [/complain/i, 'warn'],
  [
    /(?<=[a-z])(?:Tell|Told)(?=[A-Z]|\b)|\b(?:tell|told|untold)(?=[A-Z_])|_(?:tell|told)\b/,
    'notify or report',
  ],
  [/\b(?:tell(?:s|ing)?|told)\b/i, 'notify, report, send, show or say'],
  [/\banew\b/i, 'again'],
  [/\bupon\b/i, 'on'],
  [/\bin good order\b/i, 'cleanly'],
  [/\bat the most\b/i, 'at most'],
  [/\bgoes on\b(?! air)/i, 'continues'],
  [/\bby (?:itself|themselves)\b/i, 'on its own'],
];

/** What others, files and storage are called. */
const FOREIGN = [
  /\btells? (?:us|me)\b/gi,
  /first-start-told/g,
  /sound ?desk/gi,
  /pictures\.(?:json|reserve)/g,
  /studio\.pictures/g,
  /picture-?in-?picture\d?/gi,
  /METADATA_BLOCK_PICTURE/g,
  /\bBasicLimitInformation\b/g,
];

/** Where an old word stays, and why. */
const EXCEPTIONS = [
  [/^supabase\/migrations\//, /./, 'a migration that has run is never changed'],
  [/^docs\/decisions\/\d/, /./, 'what was decided, in the words of its time'],
  [/fixtures\//, /./, 'files of earlier versions'],
  [/^(?:docs\/api\/|licences\/|native\/denoise\/wasm\/|package-lock\.json)/, /./, 'made by a program'],
  [/^scripts\/check-words\.mjs$/, /./, 'this list'],
  [/domain\/storedNames\.ts$/, /pictures/, 'the key of files'],
  [/services\/capture\/templates(?:\.test)?\.ts$/, /pictures/, 'the key of files'],
  [/^tests\/(?:integration\/hostileTakes|e2e\/studioCameras)\.test\.ts$/, /pictures/, 'the key of files'],
  [/(?:dsp\/|dsp_)\w+\.[cht]pp$|media\/dsp\/\w+\.ts$/, /shelf/i, 'a shelving filter'],
  [
    /^src-renderer\/site\/(?:status|legal)\/|^docs\/spec-coverage\.md$|e2e\/status\.test\.ts$/,
    /news/i,
    'mail about incidents',
  ],
  [/^tests\/backend\//, /news/, 'a page of that name'],
  [/^src-renderer\/(?:site\/(?:gdpr|chat)|i18n)\//, /complain/i, 'the right to a complaint'],
  [/^docs\/security\.md$/, /if you wish/, 'a courtesy'],
  [/^docs\/glossary\.md$/, /picture/, 'the everyday word'],
];

const problems = [];
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => /\.(?:[cm]?[jt]sx?|[ch]pp|[ch]|css|md|sh|sql|ya?ml|html)$/.test(file));
for (const file of new Set(files)) {
  check(file, file, file);
  const lines = readLines(file);
  for (const [index, line] of lines.entries()) check(file, line, `${file}:${index + 1}`);
}

function readLines(file) {
  try {
    return readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  } catch (error) {
    if (error.code === 'ENOENT') return []; // Deleted in the work tree.
    throw error;
  }
}

function check(file, line, place) {
  const ours = FOREIGN.reduce((text, foreign) => text.replaceAll(foreign, ''), line);
  for (const [old, instead] of WORDS) {
    const [found] = old.exec(ours) ?? [];
    if (found === undefined) continue;
    if (EXCEPTIONS.some(([where, what]) => where.test(file) && what.test(ours))) continue;
    problems.push(`${place}: "${found}" is an old word: ${instead}`);
  }
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
