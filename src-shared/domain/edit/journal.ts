import { z } from 'zod';
import { readProject } from './check.ts';
import type { Project } from './document.ts';
import { applyPatches, patchSchema, type Patch } from './patches.ts';

/**
 * A project on disk: a line with the whole document, then a line for each edit, appended and synced. A line is its
 * checksum, a space and JSON. Whatever a crash or a bad disk leaves, the project opens with all edits up to there.
 */

/** What it is called in the project's folder. */
export const PROJECT_JOURNAL = 'project.journal';

const FORMAT = 'sounddesk-edit';
const VERSION = 1;

const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** How many edits the document has had; those of the lines count on from it. */
  edits: z.int().min(0),
  project: z.unknown(),
});
const lineSchema = z.object({ edit: z.int().min(1), patches: z.array(patchSchema) });

/** The first line of a new file, with its line feed. */
export const journalHeader = (project: Project, edits: number): string =>
  toLine({ format: FORMAT, version: VERSION, edits, project });

/** The line of one edit, with its line feed; `edit` is one more than the last. */
export const journalLine = (edit: number, patches: readonly Patch[]): string => toLine({ edit, patches });

export interface OpenedJournal {
  project: Project;
  /** How many edits it has had. */
  edits: number;
  /** Lines that could not be used: the last of them torn by a crash, or what follows damage. */
  lostLines: number;
  /** Bytes of UTF-8 up to the last good line: what is behind has to go before more is appended. */
  goodBytes: number;
}

/** The project of a journal; null: not even its first line is whole. */
export function openJournal(text: string): OpenedJournal | null {
  const lines = text.split('\n');
  // Behind the last line feed there is nothing, or a torn line.
  const torn = lines.pop() ?? '';
  const header = headerSchema.safeParse(fromLine(lines[0] ?? ''));
  const start = header.success ? readProject(header.data.project).project : null;
  if (!header.success || !start) return null;

  const batches = goodLines(lines.slice(1), header.data.edits);
  const { project, applied } = applyBatches(start, batches);
  const goodText = `${lines.slice(0, 1 + applied).join('\n')}\n`;
  return {
    project,
    edits: header.data.edits + applied,
    lostLines: lines.length - 1 - applied + (torn === '' ? 0 : 1),
    goodBytes: new TextEncoder().encode(goodText).length,
  };
}

/**
 * The best of several files, in the order of trust: the journal, the one before it, `project.json`. Of journals the one
 * with the most edits; null: none of them is a project.
 */
export function recoverProject(texts: readonly string[]): OpenedJournal | null {
  const journals = texts.map(openJournal).filter((opened) => opened !== null);
  const [best] = journals.toSorted((one, other) => other.edits - one.edits);
  if (best) return best;
  for (const text of texts) {
    const { project } = readProject(parsed(text));
    if (project) return { project, edits: 0, lostLines: 0, goodBytes: 0 };
  }
  return null;
}

function goodLines(lines: readonly string[], edits: number): Patch[][] {
  const batches: Patch[][] = [];
  for (const line of lines) {
    const read = lineSchema.safeParse(fromLine(line));
    if (!read.success || read.data.edit !== edits + batches.length + 1) break;
    batches.push(read.data.patches);
  }
  return batches;
}

/** As many of the edits as make a document that is sound; that is all of them, unless a program wrote a wrong one. */
function applyBatches(start: Project, batches: readonly Patch[][]): { project: Project; applied: number } {
  const upTo = (count: number) => readProject(batches.slice(0, count).reduce(applyPatches, start)).project;
  let [good, tooMany] = [0, batches.length + 1];
  let project = start;
  let count = batches.length;
  while (good + 1 < tooMany) {
    const found = upTo(count);
    if (found) [good, project] = [count, found];
    else tooMany = count;
    count = (good + tooMany) >> 1;
  }
  return { project, applied: good };
}

function toLine(value: unknown): string {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
}

function fromLine(line: string): unknown {
  const [sum, json] = [line.slice(0, 8), line.slice(9)];
  return line[8] === ' ' && sum === checksum(json) ? parsed(json) : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

/** FNV-1a of the UTF-16 units, 32 bits as hex: finds a torn or damaged line, no attack. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
