import { execFileSync } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Media } from '../../src-shared/domain/edit/document.ts';
import { makeMedia, openEditor, projectOf, testMedia, type EditorRig } from '../lib/editorRig.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

async function importFile(rig: EditorRig, path: string): Promise<Media> {
  const from = { kind: 'file', path } as const;
  const media = await rig.handlers['projects.importMedia']({ id: 'any', from }, rig.context);
  return media[0] as Media;
}

/** The first frame that is white. */
function litFrames(path: string): number {
  const raw = execFileSync('ffmpeg', [
    ...['-v', 'error', '-i', path, '-vf', 'scale=1:1,format=gray', '-f', 'rawvideo', '-'],
  ]);
  return raw.findIndex((level) => level > 128);
}

/** The second from which it is loud. */
function heardFrom(path: string): number {
  const raw = execFileSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-ac',
    '1',
    '-ar',
    '48000',
    '-f',
    'f32le',
    '-',
  ]);
  const samples = new Float32Array(Uint8Array.from(raw).buffer);
  return samples.findIndex((sample) => Math.abs(sample) > 0.2) / 48_000;
}

const colour = (size: string, rate = 10) => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=1`];
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];

describe('media of any kind', () => {
  it.each<[string, string, string[], Partial<Media>]>([
    ['odd sizes', 'odd.mp4', [...colour('161x91'), ...X264, '-pix_fmt', 'yuv444p'], { kind: 'video' }],
    ['no sound', 'silent.webm', [...colour('64x36'), '-c:v', 'libvpx'], { sound: null }],
    [
      'eight channels',
      'surround.flac',
      ['-f', 'lavfi', '-i', 'anullsrc=cl=7.1:d=1'],
      { kind: 'audio', video: null, sound: { sampleRate: 44_100, channels: 8 } },
    ],
    [
      'an image',
      'Bild 図.png',
      [...colour('33x21'), '-frames:v', '1'],
      { kind: 'image', name: 'Bild 図', durationSec: 0 },
    ],
    ['names in other scripts', 'Гость ضيف.mp4', [...colour('64x36'), ...X264], { name: 'Гость ضيف' }],
  ])('are taken: %s', async (_what, file, args, wanted) => {
    const rig = openEditor(temporaryDir());
    const path = makeMedia(join(temporaryDir(), file), args);
    expect(await importFile(rig, path)).toMatchObject({ ...wanted, source: { path } });
  });

  it.each(['arib-std-b67', 'smpte2084'])(
    'have the colors of HDR, which a LUT of ours converts: %s',
    async (transfer) => {
      const rig = openEditor(temporaryDir());
      const tags = ['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc'];
      const made = [...colour('64x36'), ...X264, '-pix_fmt', 'yuv420p10le', ...tags];
      const media = await importFile(rig, makeMedia(join(temporaryDir(), 'hdr.mp4'), made));
      expect(media.video?.colour).toEqual({ matrix: 'bt2020', isFullRange: false });
    },
  );

  it('are turned as their file says, and read at a rate that varies', async () => {
    const dir = temporaryDir();
    const rig = openEditor(dir);
    // FFmpeg counts counter-clockwise.
    const lying = makeMedia(join(dir, 'lying.mp4'), [...colour('64x36'), ...X264]);
    const turned = makeMedia(join(dir, 'turned.mp4'), [
      '-i',
      lying,
      '-c',
      'copy',
      '-metadata:s:v',
      'rotate=90',
    ]);
    expect(await importFile(rig, turned)).toMatchObject({ video: { width: 64, height: 36, rotation: 270 } });
    const varying = makeMedia(join(dir, 'varying.mkv'), [
      ...[...colour('64x36', 30), '-vf', "select='not(mod(n\\,3))+lt(n\\,6)'", '-fps_mode', 'vfr', ...X264],
    ]);
    expect((await importFile(rig, varying)).durationSec).toBeGreaterThan(0.85);
  });

  it('begin where their own time does, with sound and frames together', async () => {
    const dir = temporaryDir();
    const rig = openEditor(dir);
    // White and loud from its second half on; a stream that was recorded from the middle of a day.
    const path = makeMedia(join(dir, 'stream.ts'), [
      ...['-f', 'lavfi', '-i', "nullsrc=s=64x36:r=30:d=2,geq=lum='255*gte(T,1)':cb=128:cr=128"],
      ...['-f', 'lavfi', '-i', "aevalsrc='0.5*sin(3000*t)*gte(t,1)':s=48000:d=2"],
      ...[...X264, '-bf', '0', '-pix_fmt', 'yuv420p', '-c:a', 'mp2', '-output_ts_offset', '40000'],
    ]);
    const media = await importFile(rig, path);
    expect(media.originSec).toBeGreaterThan(39_990);
    expect(media.durationSec).toBeCloseTo(2, 0);
    const project = projectOf(media, [{ startFrame: 0, lengthFrames: 60 }]);
    const made = await rig.renderHere(project, { format: 'mp4' });
    const lit = litFrames(made.path);
    const heard = heardFrom(made.path);
    expect(lit).toBeGreaterThan(20);
    // Half a frame.
    expect(Math.abs(lit / 30 - heard)).toBeLessThanOrEqual(1 / 60);
  });

  it.each<[string, (dir: string) => string, string]>([
    ['nothing there', (dir) => join(dir, 'gone.mp4'), 'FILE_NOT_FOUND'],
    ['an empty file', (dir) => written(dir, 'empty.mp4', ''), 'FILE_EMPTY'],
    ['a text', (dir) => written(dir, 'note.mp4', 'Hello, this is no video.'.repeat(100)), 'FILE_UNREADABLE'],
    [
      'a play list',
      (dir) => written(dir, 'list.m3u8', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
      'FILE_UNREADABLE',
    ],
    ['a folder', (dir) => dir, 'FILE_UNREADABLE'],
    ['a header alone', cutShort, 'FILE_UNREADABLE'],
    ['a huge image', hugeImage, 'FILE_BEYOND_LIMITS'],
  ])('are refused: %s', async (_what, make, code) => {
    const rig = openEditor(temporaryDir());
    await expect(importFile(rig, make(temporaryDir()))).rejects.toMatchObject({ code });
  });

  it('that are damaged within, or end early, are shown as far as they go, and are exported', async () => {
    const dir = temporaryDir();
    const rig = openEditor(dir);
    const whole = readFileSync(testMedia(join(dir, 'whole.mkv'), 2));
    const early = join(dir, 'early.mkv');
    writeFileSync(early, whole.subarray(0, Math.round(whole.length * 0.6)));
    const damaged = join(dir, 'damaged.mkv');
    const middle = Math.round(whole.length / 2);
    writeFileSync(damaged, Buffer.from(whole).fill(0xa5, middle, middle + 400));
    const [ends, hurt] = [await importFile(rig, early), await importFile(rig, damaged)];
    const clips = [ends, hurt].map((media, at) => ({
      mediaId: media.id,
      startFrame: at * 60,
      lengthFrames: 60,
    }));
    const project = { ...projectOf(ends, clips), media: { [ends.id]: ends, [hurt.id]: hurt } };
    const { certificate } = await rig.renderHere(project, { format: 'mp4' });
    expect(certificate.framesDecoded).toBe(120);
    expect(readFileSync(damaged).subarray(0, middle)).toEqual(whole.subarray(0, middle));
  });
});

function written(dir: string, name: string, content: string): string {
  writeFileSync(join(dir, name), content);
  return join(dir, name);
}

const hugeImage = (dir: string) =>
  makeMedia(join(dir, 'huge.png'), [
    ...['-f', 'lavfi', '-i', 'color=s=9000x9000:r=1', '-frames:v', '1', '-pix_fmt', 'monob'],
  ]);

/** A file whose index is in front, and whose frames are gone. */
function cutShort(dir: string): string {
  const path = makeMedia(join(dir, 'cut.mp4'), [...colour('320x180'), ...X264, '-movflags', '+faststart']);
  const moov = readFileSync(path).indexOf('mdat');
  truncateSync(path, moov + 8);
  return path;
}
