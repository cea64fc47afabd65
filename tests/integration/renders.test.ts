import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src-main/node/cli/output.ts';
import { runRenderCommand } from '../../src-main/node/cli/render.ts';
import { KERNEL_PATH } from '../../src-main/node/project.ts';
import { hashFrames, verifyRender } from '../../src-main/services/renders/index.ts';
import type { Clip, Media, Project } from '../../src-shared/domain/edit/document.ts';
import { renderOptionsSchema, type RenderFormat } from '../../src-shared/domain/edit/render.ts';
import { resolve } from '../../src-shared/domain/edit/resolve.ts';
import { openKernel } from '../../src-shared/video/kernel.ts';
import { openEditor, projectOf, testMedia, type EditorRig } from '../lib/editorRig.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { countDecoded } from '../lib/encodedFrames.ts';
import { writeWav } from '../lib/recordings.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

type Clips = readonly (Partial<Clip> & Pick<Clip, 'startFrame' | 'lengthFrames'>)[];

async function keep(
  rig: EditorRig,
  media: Media,
  clips: Clips,
  change: Partial<Project> = {},
): Promise<Project> {
  const project = { ...projectOf(media, clips), ...change };
  await rig.handlers['projects.create']({ project }, rig.context);
  return project;
}

async function importFile(rig: EditorRig, path: string): Promise<Media> {
  const found = await rig.handlers['projects.importMedia'](
    { id: 'any', from: { kind: 'file', path } },
    rig.context,
  );
  return found[0] as Media;
}

const probe = (path: string, entries: string): string =>
  execFileSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', path], {
    encoding: 'utf8',
  }).trim();

describe('an export of a project', () => {
  const FRAMED: [RenderFormat, string][] = [
    ['mp4', 'h264'],
    ['mov', 'h264'],
    ['webm', 'vp9'],
    ['prores', 'prores'],
    ['gif', 'gif'],
    ['png', 'png'],
  ];

  it('is written in each format, with all frames, BT.709 tags and sound that ends with them', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const media = await importFile(rig, testMedia(join(dataDir, 'a.mp4'), 2));
    const cut = await keep(rig, media, [
      { startFrame: 0, lengthFrames: 7, sourceStartTicks: 48_000 },
      { startFrame: 7, lengthFrames: 8 },
    ]);
    // Before a format matters all frames are drawn: one cut is enough.
    const plain = await keep(rig, media, [{ startFrame: 0, lengthFrames: 15 }]);
    for (const [format, codec] of FRAMED) {
      const project = format === 'mp4' ? cut : plain;
      const { path, certificate } = await rig.renderHere(project, { format });
      const frames = format === 'png' ? 1 : 15;
      expect(certificate).toMatchObject({
        framesExpected: frames,
        framesDecoded: frames,
        width: 160,
        height: 90,
      });
      expect(probe(path, 'stream=codec_name').split('\n')[0]).toBe(codec);
      if (format === 'gif' || format === 'png') continue;
      expect(certificate.colour).toMatchObject({ matrix: 'bt709', range: 'tv', primaries: 'bt709' });
      expect(countDecoded(path)).toBe(15);
      const { audioEndSec, videoEndSec } = certificate;
      expect(Math.abs((audioEndSec ?? 0) - (videoEndSec ?? 9))).toBeLessThan(0.05);
    }
    for (const format of ['m4a', 'mp3', 'opus', 'wav'] as const) {
      const { certificate } = await rig.renderHere(plain, { format });
      expect(certificate.videoEndSec).toBeNull();
      expect(certificate.audioEndSec).toBeCloseTo(0.5, 1);
    }
  }, 300_000);

  it('has other sizes and rates, the shape of a phone, and captions as a track', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const media = await importFile(rig, testMedia(join(dataDir, 'a.mp4'), 1));
    const style = {
      font: 'Inter',
      size: 60,
      isBold: false,
      align: 'center',
      colour: '#ffffff',
      background: null,
    } as const;
    const caption = { kind: 'text', text: 'Grüß Gott\n你好', style: { ...style, place: 'caption' } } as const;
    const project = await keep(
      rig,
      media,
      [
        { startFrame: 0, lengthFrames: 10 },
        { startFrame: 10, lengthFrames: 5, mediaId: null, generator: caption },
      ],
      { markers: [{ id: 'marker-1', frame: 5, name: 'Begin; = now', color: 'blue' }] },
    );
    const { path, certificate } = await rig.renderHere(project, {
      format: 'mp4',
      resolution: '720p',
      frameRate: 24,
      captions: 'track',
      hasChapters: true,
    });
    expect(certificate).toMatchObject({ width: 1280, height: 720, framesDecoded: 12 });
    expect(probe(path, 'stream=codec_name')).toContain('mov_text');
    expect(probe(path, 'chapter_tags=title').split('\n')).toEqual(['Test', 'Begin; = now']);
    const words = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:s', '-f', 'srt', '-'], {
      encoding: 'utf8',
    });
    expect(words).toMatch(/00:00:00,333 --> 00:00:00,500\r?\nGrüß Gott\r?\n你好/);
    const tall = await rig.renderHere(project, {
      format: 'mp4',
      shape: 'vertical',
      range: { fromFrame: 5, frames: 7 },
    });
    expect(tall.certificate).toMatchObject({ width: 90, height: 160, framesDecoded: 7 });
  });

  it('draws what the kernel draws: its hashes are those of each frame', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const media = await importFile(rig, testMedia(join(dataDir, 'a.mp4'), 1));
    const project = await keep(rig, media, [
      {
        startFrame: 0,
        lengthFrames: 10,
        mediaId: null,
        generator: { kind: 'colour', rgb: '#cc8844' },
        effects: [{ id: 'grain', kind: 'filmGrain', isOn: true, values: { amount: 25, size: 1 } }],
      },
    ]);
    const options = renderOptionsSchema.parse({ format: 'mp4' });
    const request = {
      project,
      options,
      media: {},
      textFolder: dataDir,
      soundDir: dataDir,
      workFolder: dataDir,
      outputPath: '',
      kernelPath: KERNEL_PATH,
    };
    const hashes: string[] = [];
    for await (const hash of hashFrames(request, {})) hashes.push(hash);
    const kernel = await openKernel(Uint8Array.from(readFileSync(KERNEL_PATH)));
    const wanted = hashes.map((_, index) => {
      kernel.render(resolve(project, index), new Map());
      return kernel.hash();
    });
    expect(hashes).toEqual(wanted);
    expect(new Set(hashes).size).toBe(10);
  });

  it('hears each sample where the edit says', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const samples = new Float32Array(96_000);
    samples[30_000] = 0.5;
    writeWav(join(dataDir, 'click.wav'), { sampleRate: 48_000, channels: [samples] });
    const media = await importFile(rig, join(dataDir, 'click.wav'));
    // From sample 24,000 of the source: the click is heard 6,000 samples behind frame 7 of 30 a second.
    const project = await keep(rig, media, [
      { startFrame: 7, lengthFrames: 20, sourceStartTicks: 24_000, gainDb: -6 },
    ]);
    const { path } = await rig.renderHere(project, { format: 'wav' });
    const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-']);
    const heard = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
    const loudest = heard.reduce(
      (best, sample, index) => (Math.abs(sample) > Math.abs(heard[best] ?? 0) ? index : best),
      0,
    );
    // Stereo: of two samples at one moment the left one.
    expect(loudest).toBe(2 * (7 * 1600 + 6000));
    expect(heard[loudest]).toBeCloseTo(0.5 * 10 ** (-6 / 20), 2);
    const loud = await rig.renderHere(project, { format: 'wav', targetLufs: -16 });
    expect(loud.certificate.truePeakDb).toBeLessThanOrEqual(-1);
  });

  it('continues where it was killed, and has its name only when it is whole', async () => {
    const dataDir = temporaryDir();
    const first = openEditor(dataDir);
    // Slow, so that what is finished first, ten seconds, has few frames.
    const media = await importFile(first, testMedia(join(dataDir, 'a.mp4'), 12, { size: '64x36', rate: 20 }));
    const clips = Array.from({ length: 2 }, (_, index) => ({ startFrame: index * 220, lengthFrames: 220 }));
    const change = { canvas: { width: 64, height: 36 }, rate: { num: 20, den: 1 } };
    const project = await keep(first, media, clips, change);
    const { id } = await first.start(project.id, { format: 'mp4' });
    const work = join(dataDir, 'cache', 'renders', id);
    await first.until(id, ({ framesDone }) => framesDone > 205);
    await first.renders.close();
    expect(readdirSync(join(dataDir, 'exports'))).toEqual([]);
    expect(readdirSync(work)).toContain('000000.nut');
    // What is there is not drawn again.
    const made = readFileSync(join(work, '000000.nut'));
    const second = openEditor(dataDir);
    await second.renders.resume();
    const job = await second.until(id, ({ state }) => state === 'done' || state === 'failed');
    expect(job).toMatchObject({ state: 'done', certificate: { framesDecoded: 440 } });
    expect(second.progress.every(({ framesDone, step }) => step !== 'frames' || framesDone > 200)).toBe(true);
    expect(made.length).toBeGreaterThan(0);
    expect(countDecoded(job.file?.path ?? '')).toBe(440);
    expect(readdirSync(work)).toEqual(['render.json']);
  });

  it('leaves nothing when it is cancelled, and the next one begins', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const media = await importFile(rig, testMedia(join(dataDir, 'a.mp4'), 4));
    const project = await keep(rig, media, [{ startFrame: 0, lengthFrames: 100 }]);
    const long = await rig.start(project.id, { format: 'mp4', resolution: '4K' });
    const short = await rig.start(project.id, { format: 'mp3' });
    await rig.until(long.id, ({ state }) => state === 'running');
    await rig.handlers['renders.cancel']({ id: long.id }, rig.context);
    expect(await rig.until(short.id, ({ state }) => state === 'done')).toMatchObject({ error: null });
    const list = await rig.handlers['renders.list'](undefined, rig.context);
    expect(list.map(({ state }) => state).sort()).toEqual(['cancelled', 'done']);
    expect(readdirSync(join(dataDir, 'exports')).some((name) => name.endsWith('.mp4'))).toBe(false);
    await rig.handlers['renders.forget']({ id: short.id }, rig.context);
    expect(existsSync(join(dataDir, 'exports', 'Test.mp3'))).toBe(true);
  });

  it('is refused with a reason: nothing to export, media that are gone, a part behind the end', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const path = testMedia(join(dataDir, 'a.mp4'), 1);
    const media = await importFile(rig, path);
    const empty = await keep(rig, media, []);
    await expect(rig.start(empty.id, { format: 'mp4' })).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    const project = await keep(rig, media, [{ startFrame: 0, lengthFrames: 10 }]);
    const range = { fromFrame: 10, frames: 5 };
    await expect(rig.start(project.id, { format: 'mp4', range })).rejects.toMatchObject({
      code: 'BAD_OPTION',
    });
    execFileSync('rm', [path]);
    await expect(rig.start(project.id, { format: 'mp4' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('is verified again: file, project and frames', async () => {
    const dataDir = temporaryDir();
    const rig = openEditor(dataDir);
    const media = await importFile(rig, testMedia(join(dataDir, 'a.mp4'), 1));
    const project = await keep(rig, media, [{ startFrame: 0, lengthFrames: 12 }]);
    const { path } = await rig.renderHere(project, { format: 'mp4' });
    expect(await verifyRender(path, project, 0)).toMatchObject({ isRight: true, problems: [] });
    const changed = { ...project, master: { gainDb: -3, ceilingDbtp: null } };
    const moved = {
      ...changed,
      tracks: project.tracks.map((track) => ({
        ...track,
        clips: track.clips.map((clip) => ({ ...clip, opacity: 50 })),
      })),
    };
    expect((await verifyRender(path, moved, 0)).problems).toHaveLength(1);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 400));
    expect((await verifyRender(path, project, 0)).isRight).toBe(false);
  });

  it('is made and checked by the command line, with the hashes of its frames', async () => {
    const dir = temporaryDir();
    const rig = openEditor(dir);
    const media = await importFile(rig, testMedia(join(dir, 'a.mp4'), 1));
    const project = projectOf(media, [{ startFrame: 0, lengthFrames: 12 }]);
    writeFileSync(join(dir, 'talk.json'), JSON.stringify(project));
    const run = createCommandLine(dir);
    const made = await run(['render', 'talk.json', '-o', 'out.webm', '--hashes', '--range', '2-8']);
    expect(made.stderr).toBe('');
    const hashes = made.stdout.trim().split('\n');
    expect(hashes).toHaveLength(6);
    expect(hashes.every((hash) => /^[0-9a-f]{16}$/.test(hash))).toBe(true);
    expect((await run(['render', 'talk.json', '--hashes', '--range', '2-8'])).stdout).toBe(made.stdout);
    expect(countDecoded(join(dir, 'out.webm'))).toBe(6);
    expect(await run(['verify', 'out.webm', 'talk.json'])).toMatchObject({ code: 0 });
    const again = await run(['render', 'talk.json', '-o', 'out.webm']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') as string });
    writeFileSync(join(dir, 'bad.json'), '{"name": 1}');
    expect(await run(['render', 'bad.json', '-o', 'b.mp4'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not a project') as string,
    });
    // Wrong usage, which is exit code 2.
    const backwards = runRenderCommand([join(dir, 'talk.json'), '-o', join(dir, 'b.mp4'), '--range', '8-2']);
    await expect(backwards).rejects.toBeInstanceOf(UsageError);
  });
});
