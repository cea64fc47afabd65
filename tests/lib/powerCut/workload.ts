/**
 * Not a test on its own: what a program does to its disk for a while, for `recording.ts`, which starts it with a
 * recorder under it. Its one argument is JSON: `Workload`. It says on its standard output what is safe by then.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareDataDir } from '../../../src-main/node/dataDir.ts';
import { openJournalStore } from '../../../src-main/services/journal/store.ts';
import { createFileSecretStore } from '../../../src-main/services/licence/fileSecretStore.ts';
import { createFileSettingsStore } from '../../../src-main/services/settings/fileStore.ts';
import { createRecordingService, makeTakeFolder } from '../../../src-main/services/recording/index.ts';
import { DEFAULT_SETTINGS } from '../../../src-shared/contract/settings.ts';
import { toFrameUpload } from '../frameUpload.ts';
import { DRIVER_PATH } from '../takeDriver.ts';
import type { Workload } from './recording.ts';

const workload = JSON.parse(process.argv[2] ?? '') as Workload;
const { root, seconds } = workload;
const takesDir = join(root, 'Documents', 'takes');
const dataDir = join(root, 'share', 'data');
const log = {
  info: () => undefined,
  error: (message: string, error: unknown) => process.stderr.write(`${message}: ${String(error)}\n`),
};
/** One call of the system, so that it is in the log where it was said. */
const say = (line: string) => void writeSync(1, `${line}\n`);

await Promise.all([
  ...workload.containers.map((container) => recordSound(container)),
  ...(workload.video === null ? [] : [recordFrames(workload.video)]),
  keepBooks(),
]);

/** The native recorder, in a process of its own. */
async function recordSound(container: 'rf64' | 'flac'): Promise<void> {
  const { folder } = makeTakeFolder(takesDir, container, Date.now());
  const child = spawn(DRIVER_PATH, ['-tc=take driver*', '--no-skip'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      SOUNDDESK_TAKE_DIR: folder,
      SOUNDDESK_TAKE_CONTAINER: container,
      SOUNDDESK_TAKE_CHANNELS: String(workload.channels),
      SOUNDDESK_TAKE_SECONDS: String(seconds),
    },
  });
  say(`sound ${JSON.stringify({ pid: child.pid, name: container })}`);
  await once(child, 'close');
}

/** A camera's encoded frames, as a page sends them, at their times. */
async function recordFrames(path: string): Promise<void> {
  const stored = JSON.parse(readFileSync(path, 'utf8')) as { atMs: number; isKey: boolean; base64: string }[];
  const frames = stored.map(({ base64, ...frame }) => ({ ...frame, bytes: Buffer.from(base64, 'base64') }));
  const { handlers } = createRecordingService({
    sound: null,
    makeFolder: (name) => makeTakeFolder(takesDir, name, Date.now()),
    clock: { nowMs: Date.now },
    createId: () => 'camera',
    nowMs: () => performance.now(),
    log,
    keepFreeBytes: 0,
    lastFramesMs: 0,
    events: { emit: () => undefined },
  });
  const context = { signal: new AbortController().signal };
  await handlers['recording.start'](
    { name: 'video', sound: { of: 'screen', microphone: false, system: false }, sources: [] },
    context,
  );
  const startedAtMs = performance.now();
  const { trackId } = await handlers['video.addTrack'](
    {
      kind: 'video',
      codec: 'vp8',
      codecPrivate: null,
      sourceId: null,
      bubble: null,
      name: 'Camera',
      source: 'camera',
      width: 320,
      height: 180,
      fps: workload.fps,
    },
    context,
  );
  for (const frame of frames) {
    const atMs = startedAtMs + frame.atMs;
    await sleep(Math.max(0, atMs - performance.now()));
    const sent = toFrameUpload([{ ...frame, atMs }]);
    const input = { trackId, frames: sent.frames, framesDropped: 0 };
    const { framesWritten } = await handlers['video.append'](input, sent.context);
    say(`frames ${framesWritten}`);
  }
  await handlers['video.endTrack']({ trackId, framesDropped: 0, ended: null }, context);
  await handlers['recording.stop'](undefined, context);
}

/** Settings, licence and journal, each time with the next number in it, and said when the call has come back. */
async function keepBooks(): Promise<void> {
  prepareDataDir(dataDir);
  const settings = createFileSettingsStore(join(dataDir, 'settings.json'), log);
  const secrets = createFileSecretStore(dataDir);
  const journal = openJournalStore(dataDir, log);
  const untilMs = performance.now() + seconds * 1000;
  for (let number = 1; performance.now() < untilMs; number += 1) {
    // Long enough to lie in several sectors.
    settings.write({ ...DEFAULT_SETTINGS, activePresetId: `${number} ${'filling '.repeat(200)}` });
    say(`settings ${number}`);
    await secrets.write('licence', JSON.stringify({ number, filling: 'licence '.repeat(200) }));
    say(`licence ${number}`);
    const segment = { sessionStartedAtMs: 1, fromMs: number, toMs: number + 1, figures: null };
    journal.checkpoint(segment);
    journal.append(segment);
    journal.clearCheckpoint();
    say(`journal ${number}`);
    await sleep(150);
  }
  // From here on it may be gone.
  say('licence -1');
  await secrets.remove('licence');
  say('licence 0');
}
