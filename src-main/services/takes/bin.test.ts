import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TakeDocument } from '../../../src-shared/contract/takes.ts';
import { TAKE_SCHEMA_VERSION } from '../../../src-shared/domain/certificateSchema.ts';
import { folderOfLength } from '../../../tests/lib/folderOfLength.ts';
import { mountSmallDisk } from '../../../tests/lib/smallDisk.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { KEPT_IN_BIN_MS } from '../../../src-shared/contract/takes.ts';
import { writeDocument } from './folder.ts';
import { joinTakeLibraries } from './libraries.ts';
import { openTakeLibrary } from './library.ts';
import { readStorage } from './storage.ts';

const BIN = '.sounddesk-bin';
const MARKER = 'sounddesk-bin.txt';
const EMPTY = { takes: [], unreadable: [] };

/** A take that has ended, with a track of some bytes. */
function makeTake(library: string, id: string, name = id): string {
  const folder = join(library, id);
  mkdirSync(folder, { recursive: true });
  const document: TakeDocument = {
    schemaVersion: TAKE_SCHEMA_VERSION,
    name,
    status: 'finished',
    mode: 'multitrack',
    tap: 'raw',
    container: 'rf64',
    encoding: 'pcm24',
    sampleRate: 48_000,
    startedAtMs: 1000,
    startFrame: 0,
    frames: 48_000,
    timecode: { source: 'none', timeReference: null, fps: null },
    markers: [],
    pauses: [],
    missedDeadlines: 0,
    ended: null,
    writer: { pid: 0, startedTicks: 0 },
    tracks: [],
    videoTracks: [],
  };
  writeDocument(folder, document);
  writeFileSync(join(folder, '01-Voice.wav'), name);
  return folder;
}

const soundOf = (folder: string) => readFileSync(join(folder, '01-Voice.wav'), 'utf8');

const DAY_MS = 86_400_000;

describe('emptying the bin', () => {
  it('leaves a folder called .bin and whatever lies in it to anyone who made it', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    mkdirSync(join(path, '.bin', 'tools'), { recursive: true });
    writeFileSync(join(path, '.bin', 'my-script.sh'), 'mine');
    writeFileSync(join(path, '.bin', 'tools', 'a.txt'), 'mine');
    makeTake(path, 'one');
    await library.remove('one');
    await library.emptyBin();
    expect(await library.listBin()).toEqual(EMPTY);
    expect(readFileSync(join(path, '.bin', 'my-script.sh'), 'utf8')).toBe('mine');
    expect(readdirSync(join(path, '.bin')).sort()).toEqual(['my-script.sh', 'tools']);
    expect(existsSync(join(path, 'one'))).toBe(false);
  });

  it('removes the takes that it lists, and nothing beside them in its own folder', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    makeTake(path, 'one');
    await library.remove('one');
    mkdirSync(join(path, BIN, 'mine'));
    writeFileSync(join(path, BIN, 'mine', 'notes.txt'), 'mine');
    writeFileSync(join(path, BIN, 'notes.txt'), 'mine');
    expect((await library.listBin()).takes.map(({ id }) => id)).toEqual(['one']);
    await library.emptyBin();
    expect(readdirSync(join(path, BIN)).sort()).toEqual(['mine', 'notes.txt', MARKER]);
  });

  it('continues with the takes of a bin that an earlier version made', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    for (const id of ['one', 'two', 'three', 'old']) makeTake(join(path, '.bin'), id);
    writeFileSync(join(path, '.bin', 'notes.txt'), 'mine');
    mkdirSync(join(path, '.bin', 'empty'));
    const longAgo = new Date(Date.now() - KEPT_IN_BIN_MS - DAY_MS);
    utimesSync(join(path, '.bin', 'old'), longAgo, longAgo);
    expect((await library.listBin()).takes.map(({ id }) => id).sort()).toEqual([
      'old',
      'one',
      'three',
      'two',
    ]);
    expect(await library.restore('one')).toMatchObject({ id: 'one' });
    expect(await library.sweepBin(Date.now())).toBe(1);
    expect(existsSync(join(path, '.bin', 'old'))).toBe(false);
    await library.emptyBin();
    expect(readdirSync(join(path, '.bin')).sort()).toEqual(['empty', 'notes.txt']);
    expect(existsSync(join(path, 'one', 'take.json'))).toBe(true);
  });

  it('holds in every earlier folder of recordings', async () => {
    const paths = [temporaryDir(), temporaryDir()] as const;
    const library = joinTakeLibraries(() => paths);
    for (const path of paths) {
      mkdirSync(join(path, '.bin'));
      writeFileSync(join(path, '.bin', 'my-script.sh'), 'mine');
      makeTake(join(path, '.bin'), 'earlier');
    }
    makeTake(paths[1], 'one');
    await library.remove('one');
    expect((await library.listBin()).takes).toHaveLength(3);
    await library.emptyBin();
    for (const path of paths) expect(readdirSync(join(path, '.bin'))).toEqual(['my-script.sh']);
    expect(await library.listBin()).toEqual(EMPTY);
  });

  it('leaves a take whose removal was cut off in the list, so that the next time ends it', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    makeTake(path, 'one');
    await library.remove('one');
    // What is removed last is what makes it a take.
    rmSync(join(path, BIN, 'one', '01-Voice.wav'));
    expect((await library.listBin()).takes.map(({ id }) => id)).toEqual(['one']);
    await library.emptyBin();
    expect(readdirSync(join(path, BIN))).toEqual([MARKER]);
  });
});

describe('deleting', () => {
  it('is refused for a folder that holds no take', async () => {
    const path = temporaryDir();
    mkdirSync(join(path, 'holiday'));
    writeFileSync(join(path, 'holiday', 'photo.jpg'), 'mine');
    writeFileSync(join(path, 'file'), 'mine');
    mkdirSync(join(path, 'folder', 'take.json'), { recursive: true });
    for (const id of ['holiday', 'file', 'folder', 'gone'])
      await expect(openTakeLibrary(path).remove(id)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(readdirSync(path).sort()).toEqual(['file', 'folder', 'holiday']);
  });

  it('takes a damaged take, which comes back as it was', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    mkdirSync(join(path, 'broken'));
    writeFileSync(join(path, 'broken', 'take.json'), '{');
    writeFileSync(join(path, 'broken', 'a.wav'), Buffer.alloc(5000));
    await library.remove('broken');
    expect((await library.listBin()).takes).toMatchObject([{ id: 'broken', status: 'damaged' }]);
    // A bin of damaged takes alone is none that looks empty.
    expect((await library.listBin()).takes[0]?.sizeBytes).toBe(5001);
    await expect(library.restore('broken')).resolves.toMatchObject({ id: 'broken', status: 'damaged' });
    expect(readFileSync(join(path, 'broken', 'take.json'), 'utf8')).toBe('{');
  });

  it('keeps an earlier one of the same name, and both come back', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    for (const name of ['first', 'second', 'third']) {
      makeTake(path, 'one', name);
      await library.remove('one');
    }
    const { takes: deleted } = await library.listBin();
    expect(deleted.map(({ id, name }) => `${id}: ${name}`).sort()).toEqual([
      'one: first',
      'one: second',
      'one: third',
    ]);
    expect(new Set(deleted.map(({ key }) => key)).size).toBe(3);
    const byName = new Map(deleted.map(({ name, key }) => [name, key]));
    expect(await library.restore('one', byName.get('first'))).toMatchObject({ id: 'one', name: 'first' });
    // The name is taken: another one, and what is there is left alone.
    expect(await library.restore('one', byName.get('third'))).toMatchObject({ id: 'one (2)', name: 'third' });
    expect(await library.restore('one')).toMatchObject({ id: 'one (3)', name: 'second' });
    expect(['one', 'one (2)', 'one (3)'].map((id) => soundOf(join(path, id)))).toEqual([
      'first',
      'third',
      'second',
    ]);
    await expect(library.restore('one')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('restores beside whatever has the name: a file, an empty folder, a link', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    const inTheWay = [
      (at: string) => mkdirSync(at),
      (at: string) => writeFileSync(at, 'mine'),
      (at: string) => symlinkSync('nowhere', at),
    ];
    for (const put of inTheWay) {
      makeTake(path, 'one', 'kept');
      await library.remove('one');
      put(join(path, 'one'));
      expect(await library.restore('one')).toMatchObject({ id: 'one (2)', name: 'kept' });
      rmSync(join(path, 'one'), { recursive: true });
      rmSync(join(path, 'one (2)'), { recursive: true });
    }
  });

  it('finds a name that fits where the old one is as long as names can be', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    for (const id of ['n'.repeat(200), 'ß'.repeat(120)]) {
      makeTake(path, id, 'first');
      await library.remove(id);
      makeTake(path, id, 'second');
      const restored = await library.restore(id);
      expect(restored.name).toBe('first');
      expect(restored.id).not.toBe(id);
      expect((await library.list()).map((take) => take.id).sort()).toEqual([id, restored.id].sort());
      for (const taken of [id, restored.id]) rmSync(join(path, taken), { recursive: true });
    }
  });

  it('counts the days from when it happened, not from when the take was recorded', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    const folder = makeTake(path, 'one');
    const longAgo = new Date(Date.now() - 10 * KEPT_IN_BIN_MS);
    utimesSync(folder, longAgo, longAgo);
    await library.remove('one');
    expect(await library.sweepBin(Date.now() + KEPT_IN_BIN_MS - DAY_MS)).toBe(0);
    expect(await library.sweepBin(Date.now() + KEPT_IN_BIN_MS + DAY_MS)).toBe(1);
  });

  it('keeps apart what two folders of recordings call the same', async () => {
    const paths = [temporaryDir(), temporaryDir()] as const;
    const library = joinTakeLibraries(() => paths);
    mkdirSync(join(paths[0], 'one'));
    writeFileSync(join(paths[0], 'one', 'notes.txt'), 'mine');
    makeTake(paths[1], 'one', 'second');
    // A folder of the same name in the first one is no take.
    expect(await library.read('one')).toMatchObject({ summary: { name: 'second' } });
    await library.remove('one');
    expect(existsSync(join(paths[0], 'one', 'notes.txt'))).toBe(true);
    rmSync(join(paths[0], 'one'), { recursive: true });
    makeTake(paths[0], 'one', 'first');
    await library.remove('one');
    const keys = new Map((await library.listBin()).takes.map(({ name, key }) => [name, key]));
    expect([...keys.keys()].sort()).toEqual(['first', 'second']);
    expect(await library.restore('one', keys.get('second'))).toMatchObject({ id: 'one', name: 'second' });
    // Under its old name the first would hide the second.
    expect(await library.restore('one', keys.get('first'))).toMatchObject({ id: 'one (2)', name: 'first' });
    expect((await library.list()).map(({ name }) => name).sort()).toEqual(['first', 'second']);
  });

  it('is refused for a take in which another folder of recordings lies', async () => {
    const path = temporaryDir();
    const inside = join(makeTake(path, 'one'), 'inside');
    makeTake(inside, 'two');
    const library = joinTakeLibraries(() => [path, inside]);
    await expect(library.remove('one')).rejects.toMatchObject({ code: 'BAD_OPTION' });
    expect(existsSync(join(inside, 'two', 'take.json'))).toBe(true);
  });
});

// A path has 4095 bytes at most: what is longer cannot be looked at, by the administrator either.
describe.runIf(process.platform === 'linux')('what cannot be looked at in a bin', () => {
  const LONG_AGO = new Date(Date.now() - 10 * KEPT_IN_BIN_MS);

  it('is reported with its reason beside the takes, and is neither emptied nor removed in time', async () => {
    const path = folderOfLength(temporaryDir(), 4000);
    const library = openTakeLibrary(path);
    makeTake(path, 'one');
    await library.remove('one');
    const folder = join(path, BIN, 'x'.repeat(75));
    mkdirSync(folder);
    utimesSync(folder, LONG_AGO, LONG_AGO);
    const problem = expect.stringContaining('cannot be read') as string;
    const unreadable = [{ path: folder, code: 'ENAMETOOLONG', problem }];
    expect(await library.listBin()).toMatchObject({ takes: [{ id: 'one' }], unreadable });
    expect(await library.sweepBin(Date.now())).toBe(0);
    await library.emptyBin();
    expect(await library.listBin()).toMatchObject({ takes: [], unreadable });
    expect(await readStorage(library, 'exports')).toMatchObject({ binBytes: 0, binUnreadable: 1 });
    expect(existsSync(folder)).toBe(true);
  });

  it('may be one file of a take, which is then not removed in time', async () => {
    const path = folderOfLength(temporaryDir(), 4000);
    const library = openTakeLibrary(path);
    // In its place it can be looked at, in the bin its path is too long.
    writeFileSync(join(makeTake(path, 'one'), 'x'.repeat(85)), 'sound');
    await library.remove('one');
    utimesSync(join(path, BIN, 'one'), LONG_AGO, LONG_AGO);
    expect(await library.sweepBin(Date.now())).toBe(0);
    expect(await library.listBin()).toMatchObject({ takes: [{ id: 'one' }], unreadable: [] });
    await library.restore('one');
    expect(readFileSync(join(path, 'one', 'x'.repeat(85)), 'utf8')).toBe('sound');
  });

  it('may be a whole bin: the others are listed and restored from', async () => {
    const path = folderOfLength(temporaryDir(), 4062);
    const library = openTakeLibrary(path);
    // Its marker cannot be looked for.
    mkdirSync(join(path, `${BIN}-2`));
    makeTake(join(path, '.bin'), 'one');
    const unreadable = [{ path: join(path, `${BIN}-2`), code: 'ENAMETOOLONG' }];
    expect(await library.listBin()).toMatchObject({ takes: [{ id: 'one' }], unreadable });
    expect(await library.restore('one')).toMatchObject({ id: 'one', name: 'one' });
    expect(await library.listBin()).toMatchObject({ takes: [], unreadable });
  });

  it('is notified of every folder of recordings', async () => {
    const paths = [temporaryDir(), folderOfLength(temporaryDir(), 4000)] as const;
    const library = joinTakeLibraries(() => paths);
    makeTake(paths[0], 'one');
    await library.remove('one');
    mkdirSync(join(paths[1], '.bin', 'x'.repeat(85)), { recursive: true });
    expect(await library.listBin()).toMatchObject({
      takes: [{ id: 'one' }],
      unreadable: [{ code: 'ENAMETOOLONG' }],
    });
  });

  it('is no reason to call a folder without a take deleted', async () => {
    const path = folderOfLength(temporaryDir(), 4000);
    mkdirSync(join(path, 'x'.repeat(94)));
    await expect(openTakeLibrary(path).remove('x'.repeat(94))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });
});

describe('a link', () => {
  it('in place of a take is none, and what it leads to stays', async () => {
    const path = temporaryDir();
    const outside = temporaryDir();
    const library = openTakeLibrary(path);
    const longAgo = new Date(Date.now() - 10 * KEPT_IN_BIN_MS);
    makeTake(outside, 'target');
    utimesSync(join(outside, 'target'), longAgo, longAgo);
    symlinkSync(join(outside, 'target'), join(path, 'one'));
    await expect(library.remove('one')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(Math.round(statSync(join(outside, 'target')).mtimeMs)).toBe(longAgo.getTime());
    // A take whose document is a link can be removed, and the link alone goes.
    mkdirSync(join(path, 'two'));
    symlinkSync(join(outside, 'target', 'take.json'), join(path, 'two', 'take.json'));
    await library.remove('two');
    await library.emptyBin();
    expect(await library.listBin()).toEqual(EMPTY);
    expect(existsSync(join(outside, 'target', 'take.json'))).toBe(true);
  });

  it.each([BIN, '.bin'])('in place of %s is not followed', async (name) => {
    const path = temporaryDir();
    const outside = temporaryDir();
    const library = openTakeLibrary(path);
    makeTake(outside, 'theirs');
    writeFileSync(join(outside, MARKER), '');
    symlinkSync(outside, join(path, name));
    makeTake(path, 'one');
    await library.remove('one');
    expect((await library.listBin()).takes.map(({ id }) => id)).toEqual(['one']);
    await library.emptyBin();
    expect(await library.sweepBin(Date.now() + 2 * KEPT_IN_BIN_MS)).toBe(0);
    expect(readdirSync(outside).sort()).toEqual([MARKER, 'theirs'].sort());
  });

  it('in place of the marker, or a folder of that name without one, is not our bin', async () => {
    const path = temporaryDir();
    const outside = temporaryDir();
    const library = openTakeLibrary(path);
    makeTake(join(path, BIN), 'theirs');
    makeTake(path, 'one');
    await library.remove('one');
    symlinkSync(join(outside, 'marker'), join(path, BIN, MARKER));
    makeTake(path, 'two');
    await library.remove('two');
    expect((await library.listBin()).takes.map(({ id }) => id).sort()).toEqual(['one', 'two']);
    await library.emptyBin();
    expect(existsSync(join(path, BIN, 'theirs', 'take.json'))).toBe(true);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('inside a take is removed, not what it leads to', async () => {
    const path = temporaryDir();
    const outside = temporaryDir();
    const library = openTakeLibrary(path);
    writeFileSync(join(outside, 'mine.txt'), 'mine');
    symlinkSync(outside, join(makeTake(path, 'one'), 'link'));
    await library.remove('one');
    await library.emptyBin();
    expect(readdirSync(outside)).toEqual(['mine.txt']);
  });
});

describe('on a disk without a free byte', () => {
  it.for(['tmpfs', 'ext4'] as const)(
    '%s: a take is deleted, restored, and removed for good',
    async (kind, { skip }) => {
      const path = join(temporaryDir(), 'disk');
      const disk = mountSmallDisk(path, 8, kind);
      if (!disk) return skip('nobody may mount a disk here');
      onTestFinished(() => disk.remove());
      const library = openTakeLibrary(path);
      makeTake(path, 'one', 'first');
      writeFileSync(join(path, 'one', '02-Music.wav'), Buffer.alloc(3 << 20));
      makeTake(path, 'two');
      disk.fillTo(0);
      await library.remove('one');
      await library.remove('two');
      expect((await library.listBin()).takes.map(({ id }) => id).sort()).toEqual(['one', 'two']);
      expect(await library.restore('two')).toMatchObject({ id: 'two', name: 'two' });
      await library.emptyBin();
      expect(await library.listBin()).toEqual(EMPTY);
      writeFileSync(join(path, 'room'), Buffer.alloc(2 << 20));
    },
  );
});
