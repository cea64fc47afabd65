import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMeetings } from './index.ts';

let dir: string;
const changed: string[] = [];
const logged: string[] = [];
const context = { signal: new AbortController().signal };

const create = () =>
  createMeetings({
    libraryPaths: () => [join(dir, 'takes'), join(dir, 'earlier'), join(dir, 'unplugged')],
    onChanged: (id) => changed.push(id),
    log: { info: () => undefined, error: (message) => void logged.push(message) },
  });

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-meetings-'));
  for (const path of ['takes/one', 'takes/two', 'earlier/old', 'takes/.bin/gone'])
    mkdirSync(join(dir, path), { recursive: true });
  changed.length = 0;
  logged.length = 0;
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('meetings', () => {
  const weekly = { title: 'Weekly', platform: 'teams', participants: 7 } as const;

  it('are described in the folders of their takes, in every library', async () => {
    const meetings = create();
    expect(await meetings['meetings.list'](undefined, context)).toEqual([]);
    await meetings['meetings.describe']({ takeId: 'one', ...weekly }, context);
    await meetings['meetings.describe']({ takeId: 'old', ...weekly, title: 'First' }, context);
    expect(changed).toEqual(['one', 'old']);
    expect(await create()['meetings.list'](undefined, context)).toEqual([
      { takeId: 'one', ...weekly },
      { takeId: 'old', ...weekly, title: 'First' },
    ]);
    expect(JSON.parse(readFileSync(join(dir, 'takes/one/meeting.json'), 'utf8'))).toEqual({
      version: 1,
      ...weekly,
    });
  });

  it('of a take that is not there are refused', async () => {
    await expect(
      (async () => create()['meetings.describe']({ takeId: 'none', ...weekly }, context))(),
    ).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('that are damaged are left out and logged', async () => {
    writeFileSync(join(dir, 'takes/two/meeting.json'), '{"version":1,"title":""}');
    expect(await create()['meetings.list'](undefined, context)).toEqual([]);
    expect(logged).toHaveLength(1);
  });
});
