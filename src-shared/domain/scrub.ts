/** Takes out of a text what is nobody else's business: secrets, names of people and machines, folders. */

export interface ScrubOptions {
  /** Folders of the user's own, e.g. the home folder; each becomes `~`. */
  folders: readonly string[];
  /** Names of this user and this machine, and what to write in their place. */
  names: readonly { name: string; instead: string }[];
  /** Texts that are secret here, whatever they look like. */
  secrets: readonly string[];
}

/** A name of one or two letters is in every other word. */
const SHORTEST_NAME = 3;

/** What looks like a secret or like a person, the longest forms first. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, '[key]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  // A name and a password in an address, and whatever comes after its question mark or its hash.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, '$1[removed]@'],
  [/(\b(?:https?|wss?|file|sounddesk|app):\/\/[^\s"'?#]*)[?#][^\s"']*/gi, '$1?[removed]'],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, '$1 [removed]'],
  [
    /((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|service[_-]?key|anon[_-]?key|stream[_-]?key|credential|authorization|cookie|session|jwt|refresh)[\\"'\]]*\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\"[^"\\]*\\"|[^\s,;}\]"']+)/gi,
    '$1[removed]',
  ],
  [/\bSD-(?:[A-Z0-9]{3,6}-?){2,5}[A-Z0-9]*/gi, '[license key]'],
  [/\b(?:sk|pk|rk|xi|sb|gh[pousr]|xox[abprs]|psfaba|sd_live|whsec)[-_][\w-]{6,}/gi, '[key]'],
  [/\bAKIA[0-9A-Z]{12,}/g, '[key]'],
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu, '[e-mail]'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '[id]'],
  [/\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi, '[address]'],
  [/\b(?!127\.)(?:\d{1,3}\.){3}\d{1,3}\b/g, '[address]'],
  // Long runs of letters with digits: nothing of ours is named so.
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}={0,2}/gi, '[removed]'],
  [/(?<![\w+/-])(?=[\w+/]*\d)(?=[\w+/]*[a-z])(?=[\w+/]*[A-Z])[A-Za-z0-9+/]{32,}={0,2}/g, '[removed]'],
];

/** Folders of users, also of other ones and of other systems. */
const USER_FOLDERS =
  /(?:\/(?:home|Users)\/|[a-z]:(?:\\\\?|\/)Users(?:\\\\?|\/))[^/\\"'\s:)]+|\/root(?=[/"'\s:)]|$)/gi;
/** What lies in them is named by people; of program files the last part says what is wrong. */
const WITHIN_FOLDER = /~(?:\/|\\\\?)([^"'\n()]*?)(?=["'\n()]|\\n|$)/g;
const PROGRAM_FILE = /(?:^|[/\\])([\w.-]+\.[cm]?[jt]sx?(?::\d+){0,2})(.*)$/;

export type Scrub = (text: string) => string;

export function createScrub({ folders, names, secrets }: ScrubOptions): Scrub {
  const own = folders.flatMap((folder) => [folder, folder.replaceAll('\\', '\\\\')]);
  const words = names.filter(({ name }) => name.length >= SHORTEST_NAME);
  return (text) => {
    let clean = text;
    for (const secret of byLength(secrets)) clean = clean.replaceAll(secret, '[removed]');
    for (const folder of byLength(own)) clean = replaceIgnoringCase(clean, folder, '~');
    clean = clean.replaceAll(USER_FOLDERS, '~').replaceAll(WITHIN_FOLDER, withinFolder);
    for (const [pattern, instead] of PATTERNS) clean = clean.replaceAll(pattern, instead);
    for (const { name, instead } of words) clean = replaceWord(clean, name, instead);
    return clean;
  };
}

function withinFolder(_: string, rest: string): string {
  const file = PROGRAM_FILE.exec(rest);
  return file ? `~/…/${file[1]}${file[2]}` : '~/…';
}

const byLength = (texts: readonly string[]) =>
  texts.filter((text) => text.length > 1).toSorted((a, b) => b.length - a.length);

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const replaceIgnoringCase = (text: string, what: string, instead: string) =>
  text.replaceAll(new RegExp(escaped(what), 'gi'), () => instead);

const replaceWord = (text: string, word: string, instead: string) =>
  text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu'), () => instead);
