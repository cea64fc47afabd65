import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EngineState, LiveState } from '../../../src-shared/contract/engine.ts';
import { DEFAULT_LIVE_CHAIN } from '../../../src-shared/domain/liveChain.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { runWithFileLimit } from '../../../tests/lib/limitedFiles.ts';
import { mountSmallDisk } from '../../../tests/lib/smallDisk.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createJournalService } from './index.ts';
import type { SessionFigures } from '../../../src-shared/domain/journalPeriod.ts';

const NOON_MS = new Date(2026, 4, 12, 12, 0, 0).getTime();
const MINUTE_MS = 60_000;

beforeEach(() => vi.useFakeTimers({ now: NOON_MS }));
afterEach(() => vi.useRealTimers());

function openJournal(dataDir: string, log = createRecordingLog()) {
  const session: { figures: SessionFigures | null } = { figures: null };
  const journal = createJournalService({
    dataDir,
    clock: { nowMs: Date.now },
    log,
    readFigures: () => session.figures,
    refreshFigures: async () => undefined,
    onChanged: () => undefined,
  });
  const signal = new AbortController().signal;
  return {
    ...journal,
    log,
    session,
    today: async () => journal.handlers['journal.readToday'](undefined, { signal }),
    thisDay: async () =>
      journal.handlers['journal.readPeriod']({ from: '2026-05-12', to: '2026-05-12', by: 'day' }, { signal }),
  };
}

function engineState(startedAtMs: number | null, process: EngineState['process'] = 'running'): EngineState {
  const live: LiveState | null =
    startedAtMs === null
      ? null
      : {
          startedAtMs,
          elapsedSec: 0,
          inputDevice: { id: 'in', name: 'In' },
          outputDevice: { id: 'out', name: 'Out' },
          monitorDevice: null,
          sampleRate: 48000,
          bufferFrames: 512,
          realtimePriority: { granted: true, reason: null },
          chain: DEFAULT_LIVE_CHAIN,
          listening: 'clean',
          presetId: null,
        };
  return { process, restarts: 0, lastFailure: null, live };
}

describe('what is two years old', () => {
  const DAY_MS = 86_400_000;
  const at = (days: number) =>
    JSON.stringify({
      version: 1,
      sessionStartedAtMs: NOON_MS - days * DAY_MS,
      figures: null,
      fromMs: NOON_MS - days * DAY_MS,
      toMs: NOON_MS - days * DAY_MS + MINUTE_MS,
    });
  const take = (days: number) =>
    JSON.stringify({
      version: 1,
      takeEndedAtMs: NOON_MS - days * DAY_MS,
      recordedSec: 5,
      isContinued: false,
    });
  const write = (lines: string[]) => {
    const dataDir = temporaryDir();
    const path = join(dataDir, 'journal.jsonl');
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return { dataDir, read: () => readFileSync(path, 'utf8').split('\n').filter(Boolean) };
  };

  it('is deleted at a start, sessions and recordings, and what cannot be read stays', () => {
    const { dataDir, read } = write([at(5000), take(732), at(732), 'half a li', at(730), take(1), at(0)]);
    openJournal(dataDir);
    expect(read()).toEqual(['half a li', at(730), take(1), at(0)]);
  });

  it('is deleted once a day while the program runs', async () => {
    const { dataDir, read } = write([at(730), at(0)]);
    const journal = openJournal(dataDir);
    vi.setSystemTime(NOON_MS + 2 * DAY_MS);
    journal.onEngineState(engineState(Date.now()));
    journal.onEngineState(engineState(null));
    expect(read()).not.toContain(at(730));
    expect(read()).toContain(at(0));
  });

  it('stays where the clock alone says so: the newest entry counts as well', () => {
    const { dataDir, read } = write([at(100), at(0)]);
    vi.setSystemTime(NOON_MS + 9000 * DAY_MS);
    openJournal(dataDir);
    expect(read()).toEqual([at(100), at(0)]);
  });
});

describe('the journal of live sessions', () => {
  it('opens on a full disk, and heals what a crash left when there is room', ({ skip }) => {
    const dir = join(temporaryDir(), 'disk');
    const disk = mountSmallDisk(dir, 1);
    if (!disk) return skip('nobody may mount a disk here');
    onTestFinished(() => disk.remove());
    // A torn line that ends with its page: to close it takes another one.
    writeFileSync(join(dir, 'journal.jsonl'), 'x'.repeat(4096));
    const killed = { version: 1, sessionStartedAtMs: 1, fromMs: NOON_MS - MINUTE_MS, toMs: NOON_MS };
    writeFileSync(join(dir, 'journal-running.json'), JSON.stringify(killed));
    disk.fillTo(0);
    const journal = openJournal(dir);
    journal.onEngineState(engineState(NOON_MS));
    journal.onEngineState(engineState(null));
    expect(JSON.parse(readFileSync(join(dir, 'journal-running.json'), 'utf8'))).toEqual(killed);
    rmSync(join(dir, '.filler'));
    journal.onEngineState(engineState(NOON_MS));
    vi.advanceTimersByTime(MINUTE_MS);
    journal.onEngineState(engineState(null));
    const lines = readFileSync(join(dir, 'journal.jsonl'), 'utf8').trim().split('\n').slice(1);
    expect(lines.map((line) => (JSON.parse(line) as { fromMs: number }).fromMs)).toEqual([
      NOON_MS - MINUTE_MS,
      NOON_MS,
    ]);
  });

  it('is empty before anything was done', async () => {
    const today = await openJournal(temporaryDir()).today();
    expect(today).toEqual({ sessions: 0, cleanedSec: 0, cleanedSecByHour: Array(24).fill(0) });
  });

  it('counts a session while it runs and after it ended, also after a restart', async () => {
    const dataDir = temporaryDir();
    const journal = openJournal(dataDir);
    journal.onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(3 * MINUTE_MS);
    expect(await journal.today()).toMatchObject({ sessions: 1, cleanedSec: 180 });
    journal.onEngineState(engineState(null));
    vi.advanceTimersByTime(MINUTE_MS);
    expect(await journal.today()).toMatchObject({ sessions: 1, cleanedSec: 180 });
    expect(await openJournal(dataDir).today()).toMatchObject({ sessions: 1, cleanedSec: 180 });
  });

  it('puts a session into the hours that it ran in', async () => {
    vi.setSystemTime(NOON_MS + 50 * MINUTE_MS);
    const journal = openJournal(temporaryDir());
    journal.onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(25 * MINUTE_MS);
    journal.onEngineState(engineState(null));
    const { cleanedSecByHour } = await journal.today();
    expect(cleanedSecByHour[12]).toBe(600);
    expect(cleanedSecByHour[13]).toBe(900);
  });

  it('splits a session at midnight: its time belongs to both days, the session to the first', async () => {
    vi.setSystemTime(new Date(2026, 4, 12, 23, 50));
    const journal = openJournal(temporaryDir());
    journal.onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(5 * MINUTE_MS);
    expect(await journal.today()).toMatchObject({ sessions: 1, cleanedSec: 300 });
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(await journal.today()).toMatchObject({ sessions: 0, cleanedSec: 300 });
    journal.onEngineState(engineState(null));
    expect(await journal.today()).toMatchObject({ sessions: 0, cleanedSec: 300 });
  });

  it('does not count the time in which a dead engine process was replaced, and counts one session', async () => {
    const journal = openJournal(temporaryDir());
    const startedAtMs = Date.now();
    journal.onEngineState(engineState(startedAtMs));
    vi.advanceTimersByTime(10_000);
    journal.onEngineState(engineState(startedAtMs, 'restarting'));
    vi.advanceTimersByTime(2000);
    journal.onEngineState(engineState(startedAtMs));
    vi.advanceTimersByTime(10_000);
    journal.onEngineState(engineState(null));
    expect(await journal.today()).toMatchObject({ sessions: 1, cleanedSec: 20 });
  });

  it('loses at most 10 s of a session whose host was killed', async () => {
    const dataDir = temporaryDir();
    openJournal(dataDir).onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(2 * MINUTE_MS + 3500);
    // The killed host writes nothing more; the next one finds what it left.
    const { sessions, cleanedSec } = await openJournal(dataDir).today();
    expect(sessions).toBe(1);
    expect(cleanedSec).toBeGreaterThan(113);
    expect(cleanedSec).toBeLessThanOrEqual(123.5);
  });

  it('does not count a killed session twice', async () => {
    const dataDir = temporaryDir();
    const journal = openJournal(dataDir);
    journal.onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(MINUTE_MS);
    const checkpoint = readFileSync(join(dataDir, 'journal-running.json'));
    journal.onEngineState(engineState(null));
    writeFileSync(join(dataDir, 'journal-running.json'), checkpoint);
    expect(await openJournal(dataDir).today()).toMatchObject({ sessions: 1, cleanedSec: 60 });
  });

  it('heals a torn last line, keeps what is before it, and continues after it', async () => {
    const dataDir = temporaryDir();
    const first = openJournal(dataDir);
    first.onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(MINUTE_MS);
    first.onEngineState(engineState(null));
    appendFileSync(join(dataDir, 'journal.jsonl'), '{"version":1,"sessionStar');
    const second = openJournal(dataDir);
    second.onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(MINUTE_MS);
    second.onEngineState(engineState(null));
    expect(second.log.entries.join()).toContain('torn');
    expect(await openJournal(dataDir).today()).toMatchObject({ sessions: 2, cleanedSec: 120 });
  });

  it('reads the line that an earlier version wrote behind a torn one', async () => {
    const dataDir = temporaryDir();
    const whole = { version: 1, takeEndedAtMs: NOON_MS, recordedSec: 90, isContinued: false };
    const torn = '{"version":1,"sessionStartedAtMs":17';
    writeFileSync(join(dataDir, 'journal.jsonl'), `${torn}${JSON.stringify(whole)}\n${torn}`);
    const journal = openJournal(dataDir);
    journal.onTakeEnded({ recordedSec: 30, isContinued: false });
    expect((await openJournal(dataDir).thisDay()).totals).toMatchObject({ recordings: 2, recordedSec: 120 });
  });

  it('keeps what it has where a line does not fit on the disk, and takes the next one', async () => {
    const path = join(temporaryDir(), 'journal.jsonl');
    const line = { fromMs: NOON_MS, toMs: NOON_MS + 1, sessionStartedAtMs: NOON_MS, figures: null };
    const script = `
      const { openJournalStore } = await import(process.argv[1]);
      const store = openJournalStore(process.argv[2], { info() {}, error() {} });
      const said = Array.from({ length: 20 }, () => {
        try {
          store.append(${JSON.stringify(line)});
          return 'written';
        } catch (error) {
          return error.code;
        }
      });
      console.log(JSON.stringify([...new Set(said)]));`;
    const module = join(import.meta.dirname, 'store.ts');
    expect(runWithFileLimit(1024, script, [module, dirname(path)])).toEqual(['written', 'DISK_FULL']);
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((text) => JSON.parse(text) as unknown)).toEqual(
      lines.map(() => ({ version: 1, ...line })),
    );
  });

  it('does not count the time that the machine slept', async () => {
    const journal = openJournal(temporaryDir());
    journal.onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(10_000);
    vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
    vi.advanceTimersByTime(10_000);
    journal.onEngineState(engineState(null));
    const { cleanedSec } = await journal.today();
    expect(cleanedSec).toBeGreaterThanOrEqual(14);
    expect(cleanedSec).toBeLessThanOrEqual(20);
  });

  it('takes part of a session that ran into an unwritable folder as a log line, not as a failure', async () => {
    const dataDir = temporaryDir();
    const journal = openJournal(dataDir);
    journal.onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(MINUTE_MS);
    writeFileSync(join(dataDir, 'journal.jsonl'), '');
    const spoiled = join(dataDir, 'journal.jsonl');
    // A folder in the file's place refuses writing to root as well.
    const { rmSync, mkdirSync } = await import('node:fs');
    rmSync(spoiled);
    mkdirSync(spoiled);
    journal.onEngineState(engineState(null));
    expect(journal.log.entries.join()).toContain('append failed');
    expect(await journal.today()).toMatchObject({ sessions: 1, cleanedSec: 60 });
  });
});

function figuresAfter(framesProcessed: number): SessionFigures {
  return { framesProcessed, framesMissed: 3, meanReductionDb: 18, latencyP50Ms: 31, latencyP99Ms: 34 };
}

describe('the journal’s periods', () => {
  it('have what the running session came to, and what it came to in the end', async () => {
    const dataDir = temporaryDir();
    const journal = openJournal(dataDir);
    journal.onEngineState(engineState(Date.now()));
    vi.advanceTimersByTime(MINUTE_MS);
    journal.session.figures = figuresAfter(6000);
    const expected = {
      inputName: 'In',
      outputName: 'Out',
      sessions: 1,
      cleanedSec: 60,
      latencyP50Ms: 31,
      latencyP99Ms: 34,
      framesProcessed: 6000,
      framesMissed: 3,
    };
    expect((await journal.thisDay()).devices).toEqual([expected]);
    journal.onEngineState(engineState(null));
    expect((await journal.thisDay()).devices).toEqual([expected]);
    const { buckets, totals } = await openJournal(dataDir).thisDay();
    expect(buckets).toHaveLength(1);
    expect(buckets[0]).toMatchObject({ sessions: 1, cleanedSec: 60, meanReductionDb: 18 });
    expect(totals).toMatchObject({ sessions: 1, framesMissed: 3 });
  });

  it('leave out the time that the machine slept, and count no frame twice', async () => {
    const journal = openJournal(temporaryDir());
    journal.onEngineState(engineState(Date.now()));
    journal.session.figures = figuresAfter(1000);
    vi.advanceTimersByTime(10_000);
    vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
    vi.advanceTimersByTime(5000);
    journal.session.figures = figuresAfter(2000);
    vi.advanceTimersByTime(5000);
    journal.onEngineState(engineState(null));
    const { totals } = await journal.thisDay();
    expect(totals).toMatchObject({ sessions: 1, framesProcessed: 2000, framesMissed: 3 });
    expect(totals.cleanedSec).toBeLessThanOrEqual(20);
  });

  it('have a session whose host was killed, with its figures as of the last checkpoint', async () => {
    const dataDir = temporaryDir();
    const killed = openJournal(dataDir);
    killed.onEngineState(engineState(Date.now()));
    killed.session.figures = figuresAfter(5000);
    vi.advanceTimersByTime(MINUTE_MS);
    const { totals } = await openJournal(dataDir).thisDay();
    expect(totals).toMatchObject({ sessions: 1, framesProcessed: 5000, latencyP99Ms: 34 });
  });

  it('have recordings, and lines from before there were figures', async () => {
    const dataDir = temporaryDir();
    const old = { version: 1, sessionStartedAtMs: NOON_MS, fromMs: NOON_MS, toMs: NOON_MS + MINUTE_MS };
    writeFileSync(join(dataDir, 'journal.jsonl'), `${JSON.stringify(old)}\n`);
    vi.advanceTimersByTime(2 * MINUTE_MS);
    const journal = openJournal(dataDir);
    journal.onTakeEnded({ recordedSec: 90, isContinued: false });
    const { totals, devices } = await openJournal(dataDir).thisDay();
    expect(totals).toMatchObject({ sessions: 1, cleanedSec: 60, recordings: 1, recordedSec: 90 });
    expect(devices).toEqual([]);
    expect(journal.log.entries).toEqual([]);
  });
});
