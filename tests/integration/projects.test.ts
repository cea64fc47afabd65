import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenedProject } from '../../src-shared/contract/projects.ts';
import { createClip, createProject } from '../../src-shared/domain/edit/create.ts';
import type { Media, Project } from '../../src-shared/domain/edit/document.ts';
import { diffProjects } from '../../src-shared/domain/edit/patches.ts';
import { openEditor, projectOf, readAll, testMedia, type EditorRig } from '../lib/editorRig.ts';
import { killEditor } from '../lib/editorKill.ts';
import { createRandom } from '../lib/random.ts';
import { writeWav } from '../lib/recordings.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';

const blank = (name = 'Talk'): Project => ({ ...createProject(name, randomUUID), id: randomUUID() });
const named = (project: Project, name: string): Project => ({ ...project, name });

async function rename<T extends Pick<OpenedProject, 'project' | 'session' | 'revision'>>(
  rig: EditorRig,
  opened: T,
  name: string,
): Promise<T> {
  const next = named(opened.project, name);
  const { id } = opened.project;
  const { revision } = await rig.handlers['projects.apply'](
    { id, session: opened.session, revision: opened.revision, patches: diffProjects(opened.project, next) },
    rig.context,
  );
  return { ...opened, project: next, revision };
}

const open = (rig: EditorRig, id: string, takeOver = false) =>
  rig.handlers['projects.open']({ id, takeOver }, rig.context);

async function importFile(rig: EditorRig, path: string): Promise<Media> {
  const { id } = blank();
  const media = await rig.handlers['projects.importMedia']({ id, from: { kind: 'file', path } }, rig.context);
  return media[0] as Media;
}

describe('a project on the disk', () => {
  it('has every change that was answered, also where the program was killed behind it', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const project = blank();
    let opened = await rig.handlers['projects.create']({ project }, rig.context);
    for (let count = 1; count <= 40; count += 1) opened = await rename(rig, opened, `Talk ${count}`);
    // Nothing is closed: another program opens what the disk has.
    const again = await open(openEditor(dataDir), project.id);
    expect(again).toMatchObject({ project: { name: 'Talk 40' }, revision: 40, problem: null });
  });

  it('loses no edit that was answered, whenever the program is killed', async () => {
    const random = createRandom(29);
    for (let time = 0; time < 2; time += 1)
      expect(await killEditor(temporaryDir(), random)).toMatchObject({ problem: null });
  });

  it.each([
    [
      'the last line is torn',
      (path: string) => appendFileSync(path, 'a1b2c3d4 {"edit":4,"pat'),
      'Talk 3',
      false,
    ],
    ['a line is damaged', damageLine, 'Talk 1', true],
    ['the journal is empty', (path: string) => truncateSync(path, 0), 'Talk', true],
    ['the journal is gone', (path: string) => renameSync(path, `${path}.away`), 'Talk', false],
  ])('opens where %s', async (_what, damage, name, isReported) => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    let opened = await rig.handlers['projects.create']({ project: blank() }, rig.context);
    const { id } = opened.project;
    for (let count = 1; count <= 3; count += 1) opened = await rename(rig, opened, `Talk ${count}`);
    damage(join(dataDir, 'projects', id, 'project.journal'));
    const second = openEditor(dataDir);
    const again = await open(second, id);
    expect(again.project.name).toBe(name);
    expect(again.problem !== null).toBe(isReported);
    expect(readdirSync(join(dataDir, 'projects', id)).some((file) => file.includes('.bad'))).toBe(
      isReported || name === 'Talk 3',
    );
    // What comes next is kept as well.
    await rename(second, again, 'Later');
    expect((await open(openEditor(dataDir), id)).project.name).toBe('Later');
  });

  it('says which project cannot be read, and lists the others', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const { project } = await rig.handlers['projects.create']({ project: blank('Whole') }, rig.context);
    mkdirSync(join(dataDir, 'projects', 'broken'));
    writeFileSync(join(dataDir, 'projects', 'broken', 'project.json'), '{"name": "half');
    const list = await rig.handlers['projects.list'](undefined, rig.context);
    expect(list.find(({ id }) => id === project.id)).toMatchObject({ name: 'Whole', problem: null });
    expect(list.find(({ id }) => id === 'broken')?.problem).toContain('is damaged');
    await expect(open(rig, 'broken')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(open(rig, 'nothing')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(open(rig, '..')).rejects.toMatchObject({ code: 'BAD_OPTION' });
  });

  it.runIf(process.platform === 'linux')('has no size where a file cannot be looked at', async () => {
    let dataDir = temporaryDir();
    // So deep that the name of the media file, and no other, makes a path that is too long.
    while (dataDir.length < 3900) dataDir = join(dataDir, 'd'.repeat(Math.min(200, 3940 - dataDir.length)));
    const rig = openEditor(dataDir);
    const { project } = await rig.handlers['projects.create']({ project: blank() }, rig.context);
    const sizeBytes = async () => (await rig.handlers['projects.list'](undefined, rig.context))[0]?.sizeBytes;
    expect(await sizeBytes()).toBeGreaterThan(0);
    const made = temporaryDir();
    writeFileSync(join(made, 'm'.repeat(200)), 'x');
    renameSync(made, join(dataDir, 'projects', project.id, 'media'));
    expect(await sizeBytes()).toBeNull();
  });

  it('refuses changes of another revision, and such as make no project', async () => {
    const rig = openEditor(temporaryDir());
    const opened = await rig.handlers['projects.create']({ project: blank() }, rig.context);
    const { id } = opened.project;
    const change = (revision: number, name: string) =>
      rig.handlers['projects.apply'](
        { id, session: opened.session, revision, patches: [{ on: 'project', values: { name } }] },
        rig.context,
      );
    await expect(Promise.resolve().then(() => change(7, 'Later'))).rejects.toMatchObject({
      code: 'BAD_OPTION',
    });
    await expect(Promise.resolve().then(() => change(0, ''))).rejects.toMatchObject({ code: 'BAD_OPTION' });
    expect(rig.projects.read(id).name).toBe('Talk');
  });

  it('is of one window; another one may take it over', async () => {
    const rig = openEditor(temporaryDir());
    const first = await rig.handlers['projects.create']({ project: blank() }, rig.context);
    const { id } = first.project;
    await expect(open(rig, id)).rejects.toMatchObject({ code: 'PROJECT_IN_USE' });
    await rename(rig, first, 'Mine');
    const second = await open(rig, id, true);
    expect({ takenOver: rig.takenOver, name: second.project.name }).toEqual({
      takenOver: [first.session],
      name: 'Mine',
    });
    await expect(rename(rig, { ...first, revision: 1 }, 'Lost')).rejects.toMatchObject({
      code: 'PROJECT_IN_USE',
    });
    // A window that is gone has it no more.
    await rig.handlers['projects.close']({ id, session: second.session }, rig.context);
    const connection = new AbortController();
    await rig.handlers['projects.open'](
      { id, takeOver: false },
      { ...rig.context, connection: connection.signal },
    );
    connection.abort();
    expect((await open(rig, id)).project.name).toBe('Mine');
  });

  it('keeps versions, and goes back to one without losing what is there', async () => {
    const rig = openEditor(temporaryDir());
    let opened = await rig.handlers['projects.create']({ project: blank('One') }, rig.context);
    const { id } = opened.project;
    const kept = await rig.handlers['projects.keepVersion']({ id, name: 'First cut' }, rig.context);
    opened = await rename(rig, opened, 'Two');
    const restored = await rig.handlers['projects.restoreVersion'](
      { id, session: opened.session, versionId: kept.id },
      rig.context,
    );
    expect(restored.project.name).toBe('One');
    const versions = await rig.handlers['projects.listVersions']({ id }, rig.context);
    expect(versions.map(({ name, kind }) => [name, kind])).toEqual([
      ['', 'replaced'],
      ['First cut', 'named'],
    ]);
    await rename(rig, restored, 'Three');
  });

  it('keeps a version on its own when a project with clips is closed, and none of the same again', async () => {
    const rig = openEditor(temporaryDir());
    const project = blank('Talk');
    const [track, ...others] = project.tracks;
    const clips = [createClip({ id: 'clip', name: 'Clip', startFrame: 0, lengthFrames: 30 })];
    const filled = { ...project, tracks: [{ ...track!, clips }, ...others] };
    const { session } = await rig.handlers['projects.create']({ project: filled }, rig.context);
    const { id } = project;
    await rig.handlers['projects.close']({ id, session }, rig.context);
    await open(rig, id);
    const versions = await rig.handlers['projects.listVersions']({ id }, rig.context);
    expect(versions.map(({ name, kind }) => [name, kind])).toEqual([['', 'automatic']]);
  });
});

/** A character of the second edit's line. */
function damageLine(path: string): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  lines[2] = (lines[2] ?? '').replace('Talk', 'Tolk');
  writeFileSync(path, lines.join('\n'));
}

describe('media of a project', () => {
  it('are the tracks of a take, which begin together', async () => {
    const dataDir = temporaryDir();
    makeVideoTake(join(dataDir, 'takes', 'talk'), {
      seconds: 2,
      flashesSec: [0.5],
      videoTracks: [{ codec: 'vp8', width: 64, height: 36, fps: 10, seconds: 1.5, startSec: 0.5 }],
    });
    const rig = openEditor(dataDir);
    const [video, voice] = await rig.handlers['projects.importMedia'](
      { id: 'any', from: { kind: 'take', takeId: 'talk' } },
      rig.context,
    );
    expect(video).toMatchObject({ kind: 'video', source: { type: 'take', takeId: 'talk' }, startSec: 0 });
    expect(voice).toMatchObject({
      kind: 'audio',
      sound: { sampleRate: 48_000, channels: 1 },
      durationSec: 2,
    });
    expect(voice?.linkId).toBe(video?.linkId);
  });

  it('are read by a page: bytes, sound to the sample, peaks, thumbnails and frames', async () => {
    const dir = temporaryDir();
    const rig = openEditor(dir);
    const wav = join(dir, 'click.wav');
    const samples = new Float32Array(48_000);
    samples[1000] = 0.5;
    writeWav(wav, { sampleRate: 48_000, channels: [samples] });
    const sound = await importFile(rig, wav);
    const video = await importFile(rig, testMedia(join(dir, 'video.mp4'), 2));
    const project = projectOf(video, []);
    await rig.handlers['projects.create'](
      { project: { ...project, media: { [sound.id]: sound, [video.id]: video } } },
      rig.context,
    );
    const { id } = project;
    const heard = await readAll(
      rig.handlers['projects.readSound'](
        { id, mediaId: sound.id, fromSample: 990, samples: 20 },
        rig.context,
      ),
    );
    const stereo = new Float32Array(heard.buffer.slice(heard.byteOffset, heard.byteOffset + heard.length));
    expect([...stereo.keys()].filter((index) => Math.abs(stereo[index] ?? 0) > 0.4)).toEqual([20, 21]);
    const span = { id, mediaId: sound.id, fromSample: 0, samples: 48_000, parts: 48 };
    const peaks = await rig.handlers['projects.readPeaks'](span, rig.context);
    expect(peaks.map((peak) => peak > 0.4).indexOf(true)).toBe(1);
    const { sizeBytes } = await rig.handlers['projects.readMediaSize'](
      { id, mediaId: video.id },
      rig.context,
    );
    const bytes = await readAll(
      rig.handlers['projects.readMedia']({ id, mediaId: video.id, fromByte: 4, bytes: 4 }, rig.context),
    );
    expect({ sizeBytes, kind: bytes.toString() }).toEqual({
      sizeBytes: readFileSync(join(dir, 'video.mp4')).length,
      kind: 'ftyp',
    });
    const images = await readAll(
      rig.handlers['projects.readThumbnails'](
        { id, mediaId: video.id, timesUs: [0, 1_500_000], height: 36 },
        rig.context,
      ),
    );
    expect([images.readUInt16BE(4), images.readUInt16BE(4 + images.readUInt32LE(0) + 4)]).toEqual([
      0xffd8, 0xffd8,
    ]);
    const frame = await readAll(
      rig.handlers['projects.readFrame']({ id, mediaId: video.id, timeUs: 1_000_000 }, rig.context),
    );
    expect([frame.readUInt32LE(0), frame.readUInt32LE(4), frame.length - 12]).toEqual([
      160,
      90,
      160 * 90 * 1.5,
    ]);
  });

  it('come up from a page, and nothing is left of what is none', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const { project } = await rig.handlers['projects.create']({ project: blank() }, rig.context);
    const { id } = project;
    const upload = (name: string, content: Uint8Array) =>
      rig.handlers['projects.uploadMedia'](
        { id, name, sizeBytes: content.length },
        {
          ...rig.context,
          bytes: (async function* () {
            yield content;
            await Promise.resolve();
          })(),
        },
      );
    const file = readFileSync(testMedia(join(dataDir, 'up.mp4'), 1));
    const media = await upload('up.mp4', file);
    expect(media).toMatchObject({ name: 'up', kind: 'video', source: { path: null } });
    await expect(upload('bad.mp4', Buffer.from('no video at all'))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
    await expect(upload('empty.mp4', Buffer.alloc(0))).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    expect(readdirSync(join(dataDir, 'projects', id, 'media'))).toHaveLength(1);
  });

  it('that moved are found again by name and content, and by nothing less', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const first = join(dataDir, 'first');
    const second = join(dataDir, 'second', 'deeper');
    mkdirSync(first);
    mkdirSync(second, { recursive: true });
    const media = await importFile(rig, testMedia(join(first, 'a.mp4'), 1));
    const project = projectOf(media, []);
    const { session } = await rig.handlers['projects.create']({ project }, rig.context);
    renameSync(join(first, 'a.mp4'), join(second, 'b.mp4'));
    writeFileSync(join(second, 'a.mp4'), Buffer.alloc(readFileSync(join(second, 'b.mp4')).length, 1));
    await rig.handlers['projects.close']({ id: project.id, session }, rig.context);
    expect((await open(rig, project.id)).missingMedia).toEqual([media.id]);
    const relink = (folder: string) =>
      rig.handlers['projects.relink']({ id: project.id, mediaId: media.id, folder }, rig.context);
    expect(await relink(first)).toBeNull();
    expect(await relink(join(dataDir, 'second'))).toMatchObject({ source: { path: join(second, 'b.mp4') } });
  });

  it('are not said to be nowhere where a folder could not be looked into', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const media = await importFile(rig, testMedia(join(dataDir, 'a.mp4'), 1));
    const project = projectOf(media, []);
    await rig.handlers['projects.create']({ project }, rig.context);
    rmSync(join(dataDir, 'a.mp4'));
    const relink = (folder: string) =>
      rig.handlers['projects.relink']({ id: project.id, mediaId: media.id, folder }, rig.context);
    const unreadable = join(dataDir, 'a'.repeat(300));
    await expect(relink(unreadable)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining(unreadable) as string,
    });
    // One that is gone has nothing in it.
    expect(await relink(join(dataDir, 'gone'))).toBeNull();
  });

  it('have paths for other programs, and a reason where one is not known', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const media = await importFile(rig, testMedia(join(dataDir, 'a.mp4'), 1));
    const at = (id: string, path: string) => ({ ...media, id, source: { ...media.source, path } }) as Media;
    const missing = at('missing', join(dataDir, 'gone.mp4'));
    const unreadable = at('unreadable', join(dataDir, 'a'.repeat(300)));
    const project = projectOf(media, []);
    Object.assign(project.media, { missing, unreadable });
    await rig.handlers['projects.create']({ project }, rig.context);
    const { paths, failed } = await rig.handlers['projects.readPaths']({ id: project.id }, rig.context);
    expect(paths).toEqual({ [media.id]: join(dataDir, 'a.mp4') });
    expect(failed).toEqual([
      { mediaId: 'missing', code: 'FILE_NOT_FOUND', message: expect.stringContaining('gone.mp4') as string },
      {
        mediaId: 'unreadable',
        code: 'FILE_UNREADABLE',
        message: expect.stringContaining('ENAMETOOLONG') as string,
      },
    ]);
  });

  it('say why they cannot be read, where they are not gone', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const media = await importFile(rig, testMedia(join(dataDir, 'a.mp4'), 1));
    const source = { ...media.source, path: join(dataDir, 'a'.repeat(300)) } as Media['source'];
    const project = projectOf({ ...media, source }, []);
    await rig.handlers['projects.create']({ project }, rig.context);
    const read = rig.handlers['projects.readMediaSize']({ id: project.id, mediaId: media.id }, rig.context);
    const message = expect.stringContaining('cannot be read: ENAMETOOLONG') as string;
    await expect(read).rejects.toMatchObject({ code: 'FILE_UNREADABLE', message });
  });

  it('go along in a folder, which opens on another machine', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const media = await importFile(rig, testMedia(join(dataDir, 'a.mp4'), 1));
    const project = { ...projectOf(media, [{ startFrame: 0, lengthFrames: 30 }]), name: 'Über/alles: 1' };
    await rig.handlers['projects.create']({ project }, rig.context);
    const { path } = await rig.handlers['projects.exportFolder'](
      { id: project.id, folder: dataDir },
      rig.context,
    );
    const moved = join(temporaryDir(), 'moved');
    renameSync(path, moved);
    const other = openEditor(temporaryDir());
    const summary = await other.handlers['projects.importFolder']({ path: moved }, other.context);
    expect(summary).toMatchObject({ name: 'Über/alles: 1', mediaCount: 1, problem: null });
    const opened = await open(other, summary.id);
    expect({ missing: opened.missingMedia, isOwn: opened.project.id === project.id }).toEqual({
      missing: [],
      isOwn: false,
    });
    expect(existsSync(join(other.projects.folderOf(summary.id), 'media', media.id))).toBe(true);
  });
});
