import {
  AudioSample,
  AudioSampleSource,
  Output,
  Quality,
  StreamTarget,
  TextSubtitleSource,
  VideoSample,
  VideoSampleSource,
  type StreamTargetChunk,
} from 'mediabunny';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import { chapterComments } from '../../../../../src-shared/domain/opusFile.ts';
import { writeSubtitles } from '../../../../../src-shared/domain/edit/interchange/subtitles.ts';
import type { Project } from '../../../../../src-shared/domain/edit/document.ts';
import type { RenderOptions } from '../../../../../src-shared/domain/edit/render.ts';
import { SOUND_RATE } from '../../../../../src-shared/domain/edit/time.ts';
import { chaptersOf } from '../../../../../src-shared/handlers/editor/chapters.ts';
import { captionsOf, type RenderPlan } from '../../../../../src-shared/handlers/editor/renderPlan.ts';
import type { ExportFrames } from './exportFrames.ts';
import { chooseCodecs } from './formats.ts';
import { addChapters } from './mp4Chapters.ts';
import { writeAt, type SyncHandle } from './storedOutput.ts';
import { addWebmChapters, chaptersElement, roomForChapters } from './webmChapters.ts';

const KEY_EVERY_SEC = 2;
const SOUND_BITS_PER_SECOND = 192_000;
/** Sound lies so far ahead of the frames beside it. */
const SOUND_AHEAD_SEC = 1;
/** Blocks of sound a second, at most; and what is kept free beyond what is expected. */
const MOST_PACKETS_A_SECOND = 120;
const SPARE_PACKETS = 100;
/** A chapter needs as much as its title, where a block needs four bytes and more. */
const PACKETS_A_CHAPTER = 80;
const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

export interface Writing {
  project: Project;
  plan: RenderPlan;
  options: RenderOptions;
  frames: ExportFrames;
  /** null: the file has no sound. */
  sound: AsyncGenerator<Float32Array<ArrayBuffer>, void> | null;
  onFrame: (framesDone: number) => void;
}

/** Draws, encodes and writes a file by the browser's encoders. `FORMAT_UNSUPPORTED` where it has none for it. */
export async function writeExport(handle: SyncHandle, writing: Writing): Promise<void> {
  const { plan, options, sound } = writing;
  const codecs = await chooseCodecs(options.format, plan.frames > 0 ? plan.size : undefined);
  if (!codecs) throw failWith('FORMAT_UNSUPPORTED', 'pageHasNoEncoder');
  const output = new Output({
    format: codecs.make(),
    target: new StreamTarget(
      new WritableStream<StreamTargetChunk>({
        write: ({ data, position }) => writeAt(handle, data, position),
      }),
      { chunked: true },
    ),
  });
  const quality = options.mbps === null ? new Quality('high') : new Quality({ bitrate: options.mbps * 1e6 });
  const video =
    plan.frames > 0 && codecs.video
      ? new VideoSampleSource({ codec: codecs.video, quality, keyFrameInterval: KEY_EVERY_SEC })
      : null;
  const audio =
    sound && codecs.audio
      ? new AudioSampleSource({
          codec: codecs.audio,
          ...(codecs.audio.startsWith('pcm')
            ? {}
            : { quality: new Quality({ bitrate: SOUND_BITS_PER_SECOND }) }),
        })
      : null;
  const captions = options.captions === 'track' && video ? captionsOf(writing.project, plan) : [];
  const texts = captions.length > 0 ? new TextSubtitleSource('webvtt') : null;
  const chapters = chaptersOf(writing.project, plan, options);
  const webmChapters = chaptersElement(options.format === 'webm' ? chapters : []);
  const spare = SPARE_PACKETS + PACKETS_A_CHAPTER * chapters.length;
  if (video) output.addVideoTrack(video, { maximumPacketCount: plan.frames + spare });
  if (audio)
    output.addAudioTrack(audio, {
      maximumPacketCount: Math.ceil(plan.durationSec * MOST_PACKETS_A_SECOND) + spare,
    });
  if (texts) output.addSubtitleTrack(texts, { maximumPacketCount: 2 * captions.length + SPARE_PACKETS });
  output.setMetadataTags({
    title: writing.project.name,
    ...(options.format === 'opus' && { raw: Object.fromEntries(chapterComments(chapters)) }),
    ...(options.format === 'webm' && { raw: roomForChapters(webmChapters) }),
  });
  try {
    await output.start();
    await texts?.add(writeSubtitles(captions, 'vtt'));
    await fill(writing, video, audio);
    await output.finalize();
  } catch (error) {
    if (output.state === 'started') await output.cancel().catch(() => undefined);
    throw error;
  }
  const isBoxed = ['mp4', 'mov', 'm4a'].includes(options.format);
  const hasRoom = addWebmChapters(handle, webmChapters) && (!isBoxed || addChapters(handle, chapters));
  if (!hasRoom) throw failWith('FILE_UNWRITABLE', 'exportNoChapterRoom');
  handle.flush();
}

/** Sound and frames by turns, in the order in which a player needs them. */
async function fill(
  { plan, frames, sound, onFrame }: Writing,
  video: VideoSampleSource | null,
  audio: AudioSampleSource | null,
): Promise<void> {
  let soundSamples = 0;
  const addSoundUntil = async (sec: number) => {
    while (audio && sound && soundSamples < sec * SOUND_RATE) {
      const { value } = await sound.next();
      if (!value) return;
      if (value.length > 0) await addBlock(audio, value, soundSamples);
      soundSamples += value.length / 2;
    }
  };
  const frameSec = plan.rate.den / plan.rate.num;
  for (let index = 0; video && index < plan.frames; index += 1) {
    await addSoundUntil(index * frameSec + SOUND_AHEAD_SEC);
    const { data, width, height } = await frames.draw(plan.drawListOf(index));
    const sample = new VideoSample(data, {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp: index * frameSec,
      duration: frameSec,
      colorSpace: BT709,
    });
    try {
      await video.add(sample);
    } finally {
      sample.close();
    }
    onFrame(index + 1);
  }
  await addSoundUntil(Infinity);
}

async function addBlock(
  audio: AudioSampleSource,
  data: Float32Array<ArrayBuffer>,
  atSample: number,
): Promise<void> {
  const sample = new AudioSample({
    data,
    format: 'f32',
    numberOfChannels: 2,
    sampleRate: SOUND_RATE,
    timestamp: atSample / SOUND_RATE,
  });
  try {
    await audio.add(sample);
  } finally {
    sample.close();
  }
}
