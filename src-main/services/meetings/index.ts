import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  meetingDocumentSchema,
  type Meeting,
  type meetingsContract,
} from '../../../src-shared/contract/meetings.ts';
import { takeIdSchema } from '../../../src-shared/contract/takes.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { readRegularText, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';

const MEETING_NAME = 'meeting.json';
const MOST_BYTES = 64 * 1024;

export interface MeetingsOptions {
  /** Folders of takes; of a take that is in two, the first one counts. */
  libraryPaths: () => readonly string[];
  onChanged: (takeId: string) => void;
  log: Log;
}

/** What recorded meetings were, in the folders of their takes: it goes into the bin and comes back with them. */
export function createMeetings({
  libraryPaths,
  onChanged,
  log,
}: MeetingsOptions): Handlers<typeof meetingsContract> {
  function list(): Meeting[] {
    const seen = new Set<string>();
    return libraryPaths().flatMap((path) =>
      foldersIn(path).flatMap((takeId) => {
        if (seen.has(takeId)) return [];
        seen.add(takeId);
        const meeting = read(join(path, takeId), log);
        return meeting ? [{ takeId, ...meeting }] : [];
      }),
    );
  }

  return {
    'meetings.list': list,
    'meetings.describe'({ takeId, ...details }) {
      const path = libraryPaths().find((library) => isFolder(join(library, takeId)));
      if (path === undefined) throw failWith('FILE_NOT_FOUND', 'recordingGone');
      const file = join(path, takeId, MEETING_NAME);
      try {
        writeFileDurably(file, `${JSON.stringify({ version: 1, ...details }, null, 2)}\n`);
      } catch (error) {
        throw toWriteError(file, error);
      }
      onChanged(takeId);
      return list();
    },
  };
}

/** A link is none: what is written there would lie elsewhere. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function read(path: string, log: Log): Omit<Meeting, 'takeId'> | null {
  try {
    const text = readRegularText(path, MEETING_NAME, { mostBytes: MOST_BYTES });
    if (text === null) return null;
    const { version: _, ...details } = meetingDocumentSchema.parse(JSON.parse(text));
    return details;
  } catch (error) {
    // The recording is there all the same, among the others.
    log.error('what a meeting was cannot be read', error, { path });
    return null;
  }
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && takeIdSchema.safeParse(entry.name).success)
      .map(({ name }) => name);
  } catch (error) {
    // Nothing was recorded there yet, or its disk is not plugged in.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function toWriteError(file: string, error: unknown): RpcError {
  const { code, message } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'DISK_FULL'].includes(code ?? '')
    ? failWith('DISK_FULL', 'diskFullOf', { values: { path: file }, cause: error })
    : failWith('FILE_UNWRITABLE', 'cannotWrite', { values: { path: file, reason: message }, cause: error });
}
