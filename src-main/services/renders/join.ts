import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import { isSilentFormat, type RenderOptions } from '../../../src-shared/domain/edit/render.ts';
import { OPUS_STARTS_AT_ZERO, runFfmpeg } from '../ffmpeg/index.ts';
import { BT709_LIMITED, MUXERS } from './encoder.ts';
import { chaptersOf } from '../../../src-shared/handlers/editor/chapters.ts';
import { captionsOf, type RenderPlan } from '../../../src-shared/handlers/editor/renderPlan.ts';
import type { Segment } from './segments.ts';
import { RAW_SOUND } from './soundtrack.ts';

export interface Joined {
  project: Project;
  plan: RenderPlan;
  options: RenderOptions;
  segments: readonly Segment[];
  /** A video that was put together already, in place of segments, and its colours. */
  video?: { path: string; tags: readonly string[] } | undefined;
  soundPath: string | null;
  workFolder: string;
  outputPath: string;
}

/** All pieces into one file: frames are copied, sound is encoded once, captions and chapters are written beside them. */
export async function joinFile(joined: Joined, signal?: AbortSignal): Promise<void> {
  const { plan, options, soundPath, workFolder, outputPath } = joined;
  const inputs: string[][] = [];
  const maps: string[] = [];
  const add = (args: string[], kind: string) => maps.push('-map', `${inputs.push(args) - 1}:${kind}`);
  if (plan.frames > 0) add(await videoInput(joined), 'v:0');
  if (soundPath !== null && !isSilentFormat(options.format))
    add([...delayOf(options), ...RAW_SOUND, '-i', `file:${soundPath}`], 'a:0');
  const captions = options.captions === 'track' ? captionsOf(joined.project, plan) : [];
  if (captions.length > 0 && plan.frames > 0 && hasCaptionTrack(options)) {
    const path = join(workFolder, 'captions.srt');
    await writeFile(path, srtOf(captions));
    add(['-f', 'srt', '-i', `file:${path}`], 's:0');
  }
  const metadata = join(workFolder, 'chapters.txt');
  await writeFile(metadata, metadataOf(joined));
  inputs.push(['-f', 'ffmetadata', '-i', `file:${metadata}`]);
  const chapters = String(inputs.length - 1);
  await runFfmpeg(
    [
      ...inputs.flat(),
      ...[...maps, ...['-map_metadata', chapters, '-map_chapters', chapters]],
      ...[...codecs(options, joined.video?.tags), '-f', MUXERS[options.format], '-y', `file:${outputPath}`],
    ],
    { outputPath: 'The export', ...(signal ? { signal } : {}) },
  );
}

async function videoInput({ segments, video, workFolder, plan }: Joined): Promise<string[]> {
  if (video) return ['-i', `file:${video.path}`];
  const list = join(workFolder, 'segments.txt');
  const frameSec = plan.rate.den / plan.rate.num;
  const lines = segments.map(
    ({ path, frames }) =>
      `file 'file:${path.replaceAll("'", "'\\''")}'\nduration ${(frames * frameSec).toFixed(9)}`,
  );
  await writeFile(list, `ffconcat version 1.0\n${lines.join('\n')}\n`);
  return ['-f', 'concat', '-safe', '0', '-protocol_whitelist', 'file', '-i', `file:${list}`];
}

const hasCaptionTrack = ({ format }: RenderOptions) => ['mp4', 'mov', 'prores', 'webm'].includes(format);

const delayOf = ({ format }: RenderOptions): string[] => (format === 'webm' ? OPUS_STARTS_AT_ZERO : []);

function codecs({ format }: RenderOptions, tags: readonly string[] = BT709_LIMITED): string[] {
  switch (format) {
    case 'mp4':
    case 'mov':
      return [
        '-c:v',
        'copy',
        '-c:a',
        'aac',
        '-b:a',
        '192k',
        '-c:s',
        'mov_text',
        '-movflags',
        '+faststart+write_colr',
      ];
    case 'prores':
      return ['-c:v', 'copy', '-c:a', 'pcm_s24le', '-c:s', 'mov_text', '-movflags', '+write_colr'];
    case 'webm':
      // VP9 itself says nothing of primaries and transfer: the container does.
      return ['-c:v', 'copy', ...tags, '-c:a', 'libopus', '-b:a', '160k', '-vbr', 'on', '-c:s', 'webvtt'];
    case 'gif':
      // Colours of the whole are counted first: a palette of its own for each frame would flicker.
      return [
        '-vf',
        'split[all][again];[all]palettegen=stats_mode=diff[palette];[again][palette]paletteuse',
        '-loop',
        '0',
      ];
    case 'png':
      return ['-frames:v', '1', '-update', '1', '-c:v', 'png', '-pix_fmt', 'rgb24'];
    case 'm4a':
      return ['-c:a', 'aac', '-b:a', '192k', '-movflags', '+faststart'];
    case 'mp3':
      return ['-c:a', 'libmp3lame', '-b:a', '192k', '-id3v2_version', '3'];
    case 'opus':
      return ['-c:a', 'libopus', '-b:a', '160k', '-vbr', 'on'];
    case 'wav':
      return ['-c:a', 'pcm_s24le', '-rf64', 'auto'];
  }
}

interface Caption {
  startSec: number;
  endSec: number;
  text: string;
}

const srtOf = (captions: readonly Caption[]): string =>
  captions
    .map(({ startSec, endSec, text }, index) => {
      const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
      return `${index + 1}\n${timeOf(startSec)} --> ${timeOf(endSec)}\n${lines.join('\n')}\n`;
    })
    .join('\n');

function timeOf(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)},${String(ms % 1000).padStart(3, '0')}`;
}

/** FFmpeg's text form of chapters, from the markers of the part. */
function metadataOf({ project, plan, options }: Joined): string {
  const { durationSec } = plan;
  const chapters = chaptersOf(project, plan, options);
  const parts = chapters.map(({ startSec, title }, index) => {
    const endSec = chapters[index + 1]?.startSec ?? durationSec;
    const times = [`START=${Math.round(startSec * 1000)}`, `END=${Math.round(endSec * 1000)}`];
    return ['[CHAPTER]', 'TIMEBASE=1/1000', ...times, `title=${escaped(title)}`].join('\n');
  });
  return `${[';FFMETADATA1', ...parts].join('\n')}\n`;
}

const escaped = (value: string): string => value.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[=;#\\]/g, '\\$&');
