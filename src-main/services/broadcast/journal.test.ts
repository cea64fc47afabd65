import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { InterruptedBroadcast } from '../../../src-shared/domain/broadcast/interrupted.ts';
import { openBroadcastJournal } from './journal.ts';

const LIVE: InterruptedBroadcast = {
  version: 1,
  title: 'Evening show',
  description: '',
  quality: '720p30',
  destinations: ['Hall'],
  startedAt: '2026-11-25T20:00:00.000Z',
};

let dir: string;
let errors: string[];
const open = (path = join(dir, 'broadcast.json')) =>
  openBroadcastJournal({ path, log: { error: (message) => errors.push(message), info: () => undefined } });

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-journal-'));
  errors = [];
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
});

describe('the note of a running broadcast', () => {
  it('is found by the next host, until the broadcast has ended', () => {
    const journal = open();
    expect(journal.interrupted).toBeNull();
    journal.begin(LIVE);
    expect(journal.interrupted).toBeNull();
    const next = open();
    expect(next.interrupted).toEqual(LIVE);
    next.end();
    expect([next.interrupted, open().interrupted, existsSync(join(dir, 'broadcast.json'))]).toEqual([
      null,
      null,
      false,
    ]);
  });

  it.each(['', '{', '[]', '{"version":2}', JSON.stringify({ ...LIVE, quality: '4k' })])(
    'is nothing where it holds %j',
    (text) => {
      writeFileSync(join(dir, 'broadcast.json'), text);
      expect(open().interrupted).toBeNull();
      expect(errors).toEqual(['the note of the last broadcast is damaged']);
    },
  );

  it('fails no broadcast where it cannot be written', () => {
    const journal = open(join(dir, 'no', 'folder', 'broadcast.json'));
    journal.begin(LIVE);
    expect(errors).toEqual(['the running broadcast could not be noted']);
    journal.end();
  });
});
