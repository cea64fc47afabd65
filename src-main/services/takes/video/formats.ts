import type { SoundFormatOffer } from '../../../../src-shared/contract/takeExport.ts';
import type { VideoFormatOffer } from '../../../../src-shared/contract/takeVideo.ts';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { ENCODED_FORMATS, type EncodedFormat } from '../../../../src-shared/domain/soundExport.ts';
import { VIDEO_FORMATS, type VideoFormat } from '../../../../src-shared/domain/videoExport.ts';
import { runFfmpeg } from '../../ffmpeg/index.ts';

interface Needs {
  name: string;
  muxer: string;
  encoders: readonly string[];
}

/** What a format takes: names of FFmpeg's. */
const NEEDS: Readonly<Record<VideoFormat, Needs>> = {
  mp4: { name: 'MP4 H.264', muxer: 'mp4', encoders: ['libx264', 'aac'] },
  webm: { name: 'WebM VP9', muxer: 'webm', encoders: ['libvpx-vp9', 'libopus'] },
  mov: { name: 'MOV ProRes', muxer: 'mov', encoders: ['prores_ks', 'pcm_s24le'] },
};

const SOUND_NEEDS: Readonly<Record<EncodedFormat, Needs>> = {
  mp3: { name: 'MP3', muxer: 'mp3', encoders: ['libmp3lame'] },
  m4a: { name: 'M4A', muxer: 'ipod', encoders: ['aac'] },
  opus: { name: 'Opus', muxer: 'opus', encoders: ['libopus'] },
};

/** Which formats the installed FFmpeg can write, and of the others why not. */
export const readVideoFormats = (): Promise<VideoFormatOffer[]> => readOffers(VIDEO_FORMATS, NEEDS);
export const readSoundFormats = (): Promise<SoundFormatOffer[]> => readOffers(ENCODED_FORMATS, SOUND_NEEDS);

async function readOffers<F extends string>(formats: readonly F[], needs: Readonly<Record<F, Needs>>) {
  let there: Set<string>;
  try {
    there = new Set([...(await listNames('-encoders')), ...(await listNames('-muxers'))]);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== 'FORMAT_UNSUPPORTED') throw error;
    const { message } = error;
    return formats.map((format) => ({ format, capability: { supported: false as const, reason: message } }));
  }
  return formats.map((format) => {
    const { name, muxer, encoders } = needs[format];
    const missing = [muxer, ...encoders].filter((wanted) => !there.has(wanted));
    if (missing.length === 0) return { format, capability: { supported: true as const } };
    const reason = `The installed FFmpeg cannot write ${name}: it was built without ${missing.join(' and ')}.`;
    return { format, capability: { supported: false as const, reason } };
  });
}

/** Its lists have a column of letters before each name. */
async function listNames(what: '-encoders' | '-muxers'): Promise<string[]> {
  const names: string[] = [];
  await runFfmpeg([what], {
    onLine: (line) => names.push(...(/^ [A-Z. ]{1,6} +(\S+)/.exec(line)?.[1]?.split(',') ?? [])),
  });
  return names;
}
