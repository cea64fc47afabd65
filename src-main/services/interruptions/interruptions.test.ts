import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { InterruptionsState } from '../../../src-shared/contract/interruptions.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createInterruptions, INTERRUPTIONS_NAME, type RecordedTake } from './index.ts';

/** The watch, with clocks that the test sets and checks that the test triggers. */
function createRig() {
  const folder = temporaryDir();
  const clocks = { uptimeMs: 0, monotonicMs: 0 };
  let take: RecordedTake | null = { folder, recordedSec: 0, isPaused: false };
  const reported: InterruptionsState[] = [];
  const watch = createInterruptions({
    readClocks: () => ({ ...clocks }),
    readTake: () => take && { ...take },
    clock: { nowMs: () => clocks.uptimeMs },
    log: createRecordingLog(),
    onChanged: (state) => reported.push(state),
    lookEveryMs: 1_000_000,
  });
  onTestFinished(() => watch.close());
  /** How much later than due it looks, which it does every `lookEveryMs`. */
  const after = (uptimeMs: number, monotonicMs = uptimeMs) => {
    clocks.uptimeMs += 1_000_000 + uptimeMs;
    clocks.monotonicMs += 1_000_000 + monotonicMs;
    watch.look();
  };
  return {
    folder,
    watch,
    reported,
    after,
    record: (next: Partial<RecordedTake> | null) => (take = next && { ...take!, ...next }),
    kept: () => JSON.parse(readFileSync(join(folder, INTERRUPTIONS_NAME), 'utf8')) as unknown,
  };
}

describe('the watch for interruptions', () => {
  it('writes a sleep beside the take, where the take was when it began, and reports it', () => {
    const { after, record, kept, reported, folder } = createRig();
    record({ recordedSec: 41.5 });
    after(0);
    record({ recordedSec: 43 });
    after(720_000, 300);
    const interruptions = [{ kind: 'sleep', atSec: 41.5, lengthSec: 720 }];
    expect(kept()).toEqual({ version: 1, interruptions });
    expect(reported).toEqual([{ takeId: folder.split('/').at(-1), interruptions }]);
    after(9000);
    expect(reported.at(-1)?.interruptions.map(({ kind }) => kind)).toEqual(['sleep', 'standstill']);
  });

  it('knows from the system that it slept, where both clocks went on', () => {
    const { after, watch, reported } = createRig();
    watch.onSuspended();
    after(60_000);
    expect(reported.at(-1)?.interruptions).toMatchObject([{ kind: 'sleep', lengthSec: 60 }]);
    // Reported once, it is over.
    after(8000);
    expect(reported.at(-1)?.interruptions.at(-1)).toMatchObject({ kind: 'standstill' });
  });

  it('says nothing of a pause, nor where nothing is recorded', () => {
    const { after, record, reported } = createRig();
    record({ isPaused: true });
    after(0);
    after(60_000);
    record(null);
    after(0);
    after(60_000);
    expect(reported).toEqual([]);
  });

  it('starts again with the next take', () => {
    const { after, record, reported, watch } = createRig();
    after(60_000);
    record({ folder: temporaryDir() });
    after(0);
    expect(reported.at(-1)?.interruptions).toEqual([]);
    expect(watch.handlers['interruptions.read'](undefined, { signal: new AbortController().signal })).toEqual(
      reported.at(-1),
    );
  });

  it('reports it all the same where it cannot be written', () => {
    const { after, reported, folder } = createRig();
    rmSync(folder, { recursive: true });
    after(60_000);
    expect(reported.at(-1)?.interruptions).toHaveLength(1);
  });

  it('knows what a clock lacks that slept with the computer', () => {
    const { after, watch } = createRig();
    after(60_000, 0);
    after(30_000);
    expect(watch.uncountedMsSince(0)).toBe(60_000);
    expect(watch.uncountedMsSince(3_000_000)).toBe(0);
  });
});
