import { describe, expect, it } from 'vitest';
import { basicTakeSchema } from '../../media/basicTakes/document.ts';
import { arrangeTakes, typeOf } from './takeOrder.ts';

const track = (kind: string) => ({
  kind,
  file: `${kind}.webm`,
  mimeType: '',
  source: kind,
  startMs: 0,
  ended: null,
});
const row = (id: string, name: string, changes: object = {}) => ({
  ...basicTakeSchema.parse({
    ...{ schemaVersion: 2, id, name, startedAtMs: Number(id), status: 'finished', durationMs: 0 },
    ...{ tracks: [], ended: null, ...changes },
  }),
  sizeBytes: 100 - Number(id),
});

describe('the recordings of a browser', () => {
  const takes = [row('1', 'Take 10'), row('2', 'Take 9'), row('3', 'Interview')];
  const ids = (query: string, column: 'name' | 'size' | 'date', isAscending: boolean) =>
    arrangeTakes(takes, query, { column, isAscending }).map(({ id }) => id);

  it('are sorted by any column, numbers in names as numbers', () => {
    expect(ids('', 'date', false)).toEqual(['3', '2', '1']);
    expect(ids('', 'name', true)).toEqual(['3', '2', '1']);
    expect(ids('', 'size', true)).toEqual(['3', '2', '1']);
  });

  it('are found by all words of their name', () => {
    expect(ids(' 9  TAKE', 'date', false)).toEqual(['2']);
    expect(ids('take interview', 'date', false)).toEqual([]);
  });

  it('are sorted by what is known of a meeting', () => {
    const meeting = (id: string, platform: string, participants: number) =>
      row(id, `Meeting ${id}`, { purpose: 'meeting', meeting: { platform, participants } });
    const meetings = [meeting('1', 'zoom', 12), meeting('2', 'google-meet', 3), row('3', 'Unknown')];
    const sorted = (column: 'platform' | 'participants') =>
      arrangeTakes(meetings, '', { column, isAscending: true }).map(({ id }) => id);
    expect(sorted('platform')).toEqual(['3', '2', '1']);
    expect(sorted('participants')).toEqual(['3', '2', '1']);
  });

  it('say what a screen was recorded with', () => {
    expect(typeOf(row('4', 'x', { tracks: ['screen', 'system', 'audio'].map(track) }))).toBe(
      'Screen + Audio + Mic',
    );
    expect(typeOf(row('5', 'x', { tracks: [track('screen')] }))).toBe('Screen Only');
  });
});
