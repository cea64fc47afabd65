import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import type { CleanOptions } from '../engine/index.ts';
import type { VideoContainer } from './video.ts';

export type SoundContainer = CleanOptions['container'];
/** Of a kind that holds video, the result has the recording's. */
export type Container = SoundContainer | VideoContainer;

/** What can be written, by the ending of the name. */
const CONTAINERS: Readonly<Record<string, Container>> = {
  '.wav': 'wav',
  '.flac': 'flac',
  '.ogg': 'ogg',
  '.oga': 'ogg',
  '.opus': 'opus',
  '.mp3': 'mp3',
  '.aiff': 'aiff',
  '.aif': 'aiff',
  '.caf': 'caf',
  '.w64': 'w64',
  '.mp4': 'mp4',
  '.m4v': 'mp4',
  '.mov': 'mov',
  '.mkv': 'mkv',
  '.webm': 'webm',
};
export const WRITABLE_ENDINGS = Object.keys(CONTAINERS).join(', ');

/** The container that a name asks for, or null where that cannot be written. */
export function containerOf(path: string): Container | null {
  return CONTAINERS[extname(path).toLowerCase()] ?? null;
}

export interface PlannedFile {
  /** As the user wrote it. */
  input: string;
  outputPath: string;
  container: Container;
}

/** `folder` is where several results go together, or null. */
export type Plan = { files: PlannedFile[]; folder: string | null } | { problem: string };

/**
 * Which file goes where. `out` is a folder where it is one, ends with a slash, or several files
 * go there; a file in it keeps its name, and its kind where that can be written, else it is WAV.
 */
export function planOutputs(
  inputs: readonly string[],
  out: string,
  isFolder: (path: string) => boolean,
): Plan {
  const goesToFolder = inputs.length > 1 || out.endsWith('/') || out.endsWith(sep) || isFolder(out);
  if (!goesToFolder) {
    const container = containerOf(out);
    if (!container) {
      return { problem: `"${out}" cannot be written: its name must end with one of ${WRITABLE_ENDINGS}.` };
    }
    return { files: [{ input: inputs[0] ?? '', outputPath: out, container }], folder: null };
  }
  const files = inputs.map((input) => inFolder(input, out));
  return findClash(files) ?? { files, folder: out };
}

/**
 * Where what was taken away from each of these recordings goes: a WAV file, or a folder with one of each recording's name. As
 * `planOutputs` has it: a folder where it is one, ends with a slash, or several files go there.
 */
export function planRemoved(
  files: readonly PlannedFile[],
  removed: string,
  isFolder: (path: string) => boolean,
): { paths: string[]; folder: string | null } | { problem: string } {
  const goesToFolder =
    files.length > 1 || removed.endsWith('/') || removed.endsWith(sep) || isFolder(removed);
  if (!goesToFolder && containerOf(removed) !== 'wav')
    return {
      problem: `"${removed}" cannot be written: what was taken away is a WAV file, whose name ends with .wav.`,
    };
  const planned = files.map(({ input }): PlannedFile => {
    const name = `${basename(input, extname(input))}.wav`;
    return { input, outputPath: goesToFolder ? join(removed, name) : removed, container: 'wav' };
  });
  const outputs = new Set(files.map(({ outputPath }) => resolve(outputPath)));
  const taken = planned.find(({ outputPath }) => outputs.has(resolve(outputPath)));
  if (taken)
    return { problem: `"${taken.outputPath}" is the result already: say another place with --removed.` };
  const clash = findClash(planned);
  if (clash) return clash;
  return { paths: planned.map(({ outputPath }) => outputPath), folder: goesToFolder ? removed : null };
}

function inFolder(input: string, folder: string): PlannedFile {
  const container = containerOf(input);
  const ending = extname(input);
  const name = container ? basename(input) : `${basename(input, ending)}.wav`;
  return { input, outputPath: join(folder, name), container: container ?? 'wav' };
}

/** Two files for one name, or a result in the place of another's recording: said before any work is done. */
function findClash(files: readonly PlannedFile[]): { problem: string } | null {
  const byOutput = new Map<string, string>();
  const inputs = new Map(files.map(({ input }) => [resolve(input), input]));
  for (const { input, outputPath } of files) {
    const output = resolve(outputPath);
    const other = byOutput.get(output);
    if (other !== undefined) {
      return {
        problem: `"${other}" and "${input}" would both become "${outputPath}". Clean them into different folders.`,
      };
    }
    const overwritten = inputs.get(output);
    if (overwritten !== undefined && overwritten !== input) {
      return {
        problem: `"${input}" would replace "${overwritten}", which is to be cleaned too. Choose another folder.`,
      };
    }
    byOutput.set(output, input);
  }
  return null;
}

/** A hidden name in the folder of the result, so that the last step is a rename within one disk. */
export function temporaryPath(outputPath: string, id: string): string {
  return join(dirname(resolve(outputPath)), `.sounddesk-${id}.part`);
}
