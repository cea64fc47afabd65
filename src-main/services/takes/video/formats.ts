import type { VideoFormatOffer } from '../../../../src-shared/contract/takeVideo.ts';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { VIDEO_FORMATS, type VideoFormat } from '../../../../src-shared/domain/videoExport.ts';
import { runFfmpeg } from './ffmpeg.ts';

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

/** Which formats the installed FFmpeg can write, and of the others why not. */
export async function readVideoFormats(): Promise<VideoFormatOffer[]> {
  let there: Set<string>;
  try {
    there = new Set([...(await listNames('-encoders')), ...(await listNames('-muxers'))]);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== 'FORMAT_UNSUPPORTED') throw error;
    const { message } = error;
    return VIDEO_FORMATS.map((format) => ({ format, capability: { supported: false, reason: message } }));
  }
  return VIDEO_FORMATS.map((format) => {
    const { name, muxer, encoders } = NEEDS[format];
    const missing = [muxer, ...encoders].filter((wanted) => !there.has(wanted));
    if (missing.length === 0) return { format, capability: { supported: true } };
    const reason = `The installed FFmpeg cannot write ${name}: it was built without ${missing.join(' and ')}.`;
    return { format, capability: { supported: false, reason } };
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
