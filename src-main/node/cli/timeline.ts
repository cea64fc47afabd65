import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { projectText } from '../../../src-shared/domain/edit/check.ts';
import { projectEndFrame, type Media, type Project } from '../../../src-shared/domain/edit/document.ts';
import { writeEdl } from '../../../src-shared/domain/edit/interchange/edl.ts';
import { writeFcpxml } from '../../../src-shared/domain/edit/interchange/fcpxml.ts';
import { readOtio } from '../../../src-shared/domain/edit/interchange/otioRead.ts';
import { writeOtio } from '../../../src-shared/domain/edit/interchange/otioWrite.ts';
import { fileUrl } from '../../../src-shared/domain/edit/interchange/pieces.ts';
import { cuesOf, writeSubtitles } from '../../../src-shared/domain/edit/interchange/subtitles.ts';
import { toFileError } from '../../../src-node/files/index.ts';
import { importFile } from '../../services/projects/index.ts';
import { findDataDir } from '../dataDir.ts';
import { locateAll, readNamedProject } from './editProject.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';

const TIMELINE_HELP = `sounddesk timeline PROJECT -o OUT
       sounddesk timeline FILE.otio -o PROJECT.json

Writes the cuts of a project of the video editor for other programs, or makes a project of OpenTimelineIO.
PROJECT is its folder, or its project.json.

  -o OUT                 .otio (OpenTimelineIO), .fcpxml (Final Cut Pro), .edl (CMX 3600), .srt or .vtt (captions)
      --takes DIR        where recordings lie (default: those of this installation)
      --force            replace a file that is there already
      --help             print this

Exit codes: 0 all is well, 1 something failed, 2 wrong usage.`;

type Written = { text: string; notes: string[] };
type Urls = (media: Media) => string;

/** What is written, by the ending of the file. */
const FORMATS: Readonly<Record<string, (project: Project, urlOf: Urls) => Written>> = {
  '.otio': (project, urlOf) => ({ text: writeOtio(project, urlOf), notes: [] }),
  '.fcpxml': (project, urlOf) => ({ text: writeFcpxml(project, urlOf), notes: [] }),
  '.edl': (project) => {
    const { text, leftOut, isCut } = writeEdl(project);
    const notes = leftOut.map((name) => `${name} is left out: an EDL has no room for it.`);
    return {
      text,
      notes: isCut ? [...notes, 'An EDL has 999 cuts at most: later ones are left out.'] : notes,
    };
  },
  '.srt': (project) => ({ text: writeSubtitles(captions(project), 'srt'), notes: [] }),
  '.vtt': (project) => ({ text: writeSubtitles(captions(project), 'vtt'), notes: [] }),
};

export async function runTimeline(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('timeline', args, {
    output: { type: 'string', short: 'o' },
    takes: { type: 'string' },
    force: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(TIMELINE_HELP);
    return EXIT.ok;
  }
  const [path, ...rest] = positionals;
  const { output } = values;
  if (path === undefined || rest.length > 0 || output === undefined)
    throw new UsageError('Name a project and the file to write: sounddesk timeline PROJECT -o OUT.');
  try {
    const takesDir = resolve(values.takes ?? join(findDataDir(), 'takes'));
    const isImport = extname(path).toLowerCase() === '.otio';
    const written = isImport ? await readTimeline(path, output) : await writeTimeline(path, output, takesDir);
    await writeFile(output, written.text, { flag: values.force ? 'w' : 'wx' }).catch((error: unknown) => {
      throw isTaken(error)
        ? new RpcError('FILE_UNWRITABLE', `${output} is there already.`)
        : toFileError(output, error);
    });
    written.notes.forEach(printError);
    print(output);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    printError(error.message);
    return EXIT.failed;
  }
}

async function writeTimeline(path: string, output: string, takesDir: string): Promise<Written> {
  const ending = extname(output).toLowerCase();
  const write = Object.hasOwn(FORMATS, ending) ? FORMATS[ending] : undefined;
  if (!write) throw new UsageError(`OUT ends in ${Object.keys(FORMATS).join(', ')}, not "${ending}".`);
  const named = await readNamedProject(path);
  const located = await locateAll(named, takesDir);
  return write(named.project, ({ id, name }) => fileUrl(located[id]?.path ?? name));
}

/** What the files of the timeline really are is looked up; those that are not there stay as the timeline has them. */
async function readTimeline(path: string, output: string): Promise<Written> {
  if (extname(output).toLowerCase() !== '.json')
    throw new UsageError('A project that is made of a timeline ends in .json.');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw toFileError(path, error);
  });
  const { project, problems, error } = readOtio(text, randomUUID);
  if (!project) throw new RpcError('FILE_UNREADABLE', `${path}: ${error}`);
  const notes = problems.map(({ kind, name }) => `${name || 'A part'}: ${NOTES[kind]}`);
  const media: Project['media'] = {};
  for (const one of Object.values(project.media)) {
    const found = await lookUp(one, dirname(resolve(path)));
    if (!found) notes.push(`${one.name} was not found or cannot be read.`);
    media[one.id] = found ?? one;
  }
  return { text: projectText({ ...project, media }), notes };
}

const NOTES = {
  nested: 'a timeline within the timeline is left out.',
  unknown: 'is of a kind that the editor does not know, and is left out.',
  outside: 'begins outside its file.',
  effect: 'has an effect that is left out.',
  transition: 'a transition that cannot be made is left out.',
} as const;

async function lookUp(media: Media, folder: string): Promise<Media | null> {
  if (media.source.type === 'take') return media;
  if (media.source.path === null) return null;
  try {
    const path = resolve(folder, media.source.path);
    return await importFile(path, () => media.id, new AbortController().signal);
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

const captions = (project: Project) => cuesOf(project, { from: 0, to: projectEndFrame(project) });
const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';
