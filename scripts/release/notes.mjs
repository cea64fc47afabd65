/** What is new, from the commits since a tag, by their area: `node scripts/release/notes.mjs [SINCE]`. */
import { execFileSync } from 'node:child_process';
import { main, ROOT, say } from '../lib/steps.mjs';

/** Areas of the work itself: nobody who installs SoundDesk sees them. */
const INSIDE = /^(tests?|docs?|lint|ci|scripts|spec coverage|steadier|words|comments.*|decisions?)$/i;

/** Subjects such as `take: what holds now`, grouped; merges and what is inside are left out. */
export function notesOf(subjects) {
  const areas = new Map();
  for (const subject of subjects) {
    const [, area, text] = /^([\w ,./-]{1,40}): (.+)$/.exec(subject) ?? [];
    if (!area || INSIDE.test(area.trim())) continue;
    areas.set(area.trim(), [...(areas.get(area.trim()) ?? []), text]);
  }
  return [...areas]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([area, texts]) => `### ${area}\n\n${texts.map((text) => `- ${text}`).join('\n')}\n`)
    .join('\n');
}

if (process.argv[1] === import.meta.filename)
  await main(() => {
    const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
    const since = process.argv[2] ?? git('describe', '--tags', '--abbrev=0', 'HEAD^');
    say(notesOf(git('log', '--no-merges', '--reverse', '--format=%s', `${since}..HEAD`).split('\n')));
  });
