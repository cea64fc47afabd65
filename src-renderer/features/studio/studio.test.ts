import { describe, expect, it } from 'vitest';
import { captureSetUpSchema } from '../../../src-shared/domain/captureSetUp.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { formatPan } from './pan.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { changeLabels, filterTakes, labelsOf, sortTakes } from './recordingOrder.ts';
import { bytesPerSecond, countTracks, secondsLeft } from './recordingSize.ts';

const setUp = (recording: object, channels: object[]) =>
  captureSetUpSchema.parse({
    version: 1,
    recording,
    channels: channels.map((channel, index) => ({ id: `c${index}`, name: `C${index}`, ...channel })),
  });

describe('pan', () => {
  it.each([
    [0, 'C'],
    [-100, 'L100'],
    [100, 'R100'],
    [-0.4, 'C'],
    [18.2, 'R18'],
  ])('of %d reads %s', (pan, text) => expect(formatPan(pan)).toBe(text));
});

describe('recorded time and sizes', () => {
  it('are written as a studio writes them', () => {
    expect([0, 59.9, 3661, 360_000].map(formatRecordedTime)).toEqual([
      '00:00:00',
      '00:00:59',
      '01:01:01',
      '100:00:00',
    ]);
    expect([0, 999, 1500, 340e6, 1.2e12].map(formatBytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.5 kB',
      '340 MB',
      '1.2 TB',
    ]);
  });
});

describe('what a set-up records', () => {
  const channels = [{}, { deviceChannels: [0, 1] }, { isEnabled: false }];

  it('counts enabled channels alone, and the mix where there is one', () => {
    expect(countTracks(setUp({ mode: 'multitrack' }, channels))).toEqual({ audio: 2, mix: 0 });
    expect(countTracks(setUp({ mode: 'mixed' }, channels))).toEqual({ audio: 0, mix: 1 });
    expect(countTracks(setUp({ mode: 'both' }, [{ isEnabled: false }]))).toEqual({ audio: 0, mix: 0 });
  });

  it('knows how much a second takes, and how long the disk lasts', () => {
    expect(bytesPerSecond(setUp({ mode: 'multitrack' }, channels))).toBe(3 * 48_000 * 3);
    expect(bytesPerSecond(setUp({ mode: 'both', encoding: 'float32' }, channels))).toBe(5 * 48_000 * 4);
    expect(bytesPerSecond(setUp({ mode: 'both', tap: 'both' }, channels))).toBe(8 * 48_000 * 3);
    const mono = setUp({ mode: 'multitrack', keepFreeBytes: 1000 }, [{}]);
    expect(secondsLeft(mono, 1000 + 144_000 * 60)).toBe(60);
    expect(secondsLeft(mono, 10)).toBe(0);
    expect(secondsLeft(setUp({}, []), 1e9)).toBeNull();
  });
});

describe('previous recordings', () => {
  const ALL = { query: '', folder: null, tag: null };
  const take = (name: string, changes: Partial<TakeSummary> = {}): TakeSummary => ({
    id: `2026 ${name}`,
    name,
    status: 'finished',
    problem: null,
    startedAtMs: 1,
    durationSec: 1,
    trackCount: 1,
    tracks: { audio: 1, video: 0, screen: 0, mix: 0 },
    sizeBytes: 1,
    grade: 'green',
    sound: { system: false, microphone: false },
    ...changes,
  });
  const names = (takes: TakeSummary[]) => takes.map(({ name }) => name);

  it('are sorted by any column, of equals the newest first', () => {
    const takes = [
      take('Show 10', { startedAtMs: 3 }),
      take('show 9', { startedAtMs: 5, grade: 'red' }),
      take('Old', { durationSec: 9 }),
    ];
    expect(names(sortTakes(takes, { key: 'name', isAscending: true }))).toEqual(['Old', 'show 9', 'Show 10']);
    expect(names(sortTakes(takes, { key: 'date', isAscending: false }))).toEqual([
      'show 9',
      'Show 10',
      'Old',
    ]);
    expect(names(sortTakes(takes, { key: 'duration', isAscending: true }))).toEqual([
      'show 9',
      'Show 10',
      'Old',
    ]);
    expect(names(sortTakes(takes, { key: 'certificate', isAscending: false }))[0]).toBe('show 9');
  });

  it('are found by every word of a search', () => {
    const takes = [take('Episode one'), take('Episode two')];
    expect(names(filterTakes(takes, { ...ALL, query: ' TWO epi' }))).toEqual(['Episode two']);
    expect(filterTakes(takes, { ...ALL, query: 'three' })).toEqual([]);
    expect(filterTakes(takes, ALL)).toHaveLength(2);
  });

  it('are narrowed by folder and tag, which are found by a search too', () => {
    const takes = [
      take('One', { labels: { folder: 'Harbour', tags: ['guest', 'edited'] } }),
      take('Two', { labels: { folder: '', tags: ['guest'] } }),
      take('Three'),
    ];
    expect(labelsOf(takes)).toEqual({ folders: ['Harbour'], tags: ['edited', 'guest'] });
    expect(names(filterTakes(takes, { ...ALL, folder: 'Harbour' }))).toEqual(['One']);
    expect(names(filterTakes(takes, { ...ALL, tag: 'guest' }))).toEqual(['One', 'Two']);
    expect(names(filterTakes(takes, { ...ALL, query: 'harb' }))).toEqual(['One']);
  });

  it('get labels together, and keep those that only some of them have', () => {
    const takes = [
      take('One', { labels: { folder: 'Harbour', tags: ['guest', 'edited'] } }),
      take('Two', { labels: { folder: '', tags: ['guest'] } }),
    ];
    expect(changeLabels(takes, { folder: '', tags: ['new'] }).map(({ labels }) => labels)).toEqual([
      { folder: 'Harbour', tags: ['edited', 'new'] },
      { folder: '', tags: ['new'] },
    ]);
    expect(
      changeLabels(takes, { folder: 'Sea', tags: ['guest'] }).map(({ labels }) => labels.folder),
    ).toEqual(['Sea', 'Sea']);
  });
});
