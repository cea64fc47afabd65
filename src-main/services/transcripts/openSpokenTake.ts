import { basename, dirname, join } from 'node:path';
import { meetingDocumentSchema } from '../../../src-shared/contract/meetings.ts';
import { isFarSide } from '../../../src-shared/domain/transcript/document.ts';
import { voicesOf, type SpokenTake } from '../../../src-shared/handlers/transcripts/index.ts';
import { readRegularText } from '../../../src-node/files/index.ts';
import type { TakeFolder } from '../takes/index.ts';
import { decodeSpeech } from './decodeSpeech.ts';
import { openFolderFiles } from './folderFiles.ts';

const MOST_MEETING_BYTES = 1 << 20;
/** Of the frames in a file's transcript. */
const FILE_RATE_HZ = 48_000;

/** A take on the disk as a transcript needs it. */
export function openSpokenTake(id: string, { path, document, state }: TakeFolder): SpokenTake {
  const meeting = readMeeting(path);
  return {
    id,
    document,
    isFinished: state === 'finished',
    tracks: voicesOf(document).map((track) => ({
      id: track.id,
      name: track.name,
      isShared: isFarSide(track.id),
      offsetSec: track.offsetFrames / document.sampleRate,
      decode: (signal) => decodeSpeech(join(path, track.file), signal),
    })),
    isMeeting: meeting !== null,
    mostSpeakers: meeting?.participants || null,
    files: openFolderFiles(path),
  };
}

/** A file of sound or video, with nobody knows how many people. What is made of it lies beside it, as `NAME.transcript.json`. */
export function openSpokenFile(path: string): SpokenTake {
  const [name, folder] = [basename(path), openFolderFiles(dirname(path))];
  const beside = (file: string) => `${name}.${file}`;
  return {
    id: path,
    document: { name, sampleRate: FILE_RATE_HZ, startedAtMs: null, pauses: [], frames: 0 },
    isFinished: true,
    tracks: [
      { id: 'file', name, isShared: true, offsetSec: 0, decode: (signal) => decodeSpeech(path, signal) },
    ],
    isMeeting: false,
    mostSpeakers: null,
    files: {
      ...folder,
      read: (file) => folder.read(beside(file)),
      readLines: (file) => folder.readLines(beside(file)),
      write: (file, text) => folder.write(beside(file), text),
      append: (file, lines) => folder.append(beside(file), lines),
      remove: (file) => folder.remove(beside(file)),
      stampOf: (files) => folder.stampOf(files.map(beside)),
    },
  };
}

/** What a meeting was lies beside its take. One that cannot be read was still a meeting. */
function readMeeting(folder: string): { participants: number } | null {
  const text = readRegularText(folder, 'meeting.json', { mostBytes: MOST_MEETING_BYTES });
  if (text === null) return null;
  try {
    return { participants: meetingDocumentSchema.parse(JSON.parse(text)).participants };
  } catch {
    return { participants: 0 };
  }
}
