import type { SoundFormatOffer } from '../../../../src-shared/contract/takeExport.ts';
import type { VideoFormatOffer } from '../../../../src-shared/contract/takeVideo.ts';
import { ENCODED_FORMATS, type EncodedFormat } from '../../../../src-shared/domain/soundExport.ts';
import { VIDEO_FORMATS, type VideoFormat } from '../../../../src-shared/domain/videoExport.ts';
import { readOffers, type FormatNeeds } from '../../ffmpeg/index.ts';

/** What a format takes: names of FFmpeg's. */
const NEEDS: Readonly<Record<VideoFormat, FormatNeeds>> = {
  mp4: { name: 'MP4 H.264', muxer: 'mp4', encoders: ['libx264', 'aac'] },
  webm: { name: 'WebM VP9', muxer: 'webm', encoders: ['libvpx-vp9', 'libopus'] },
  mov: { name: 'MOV ProRes', muxer: 'mov', encoders: ['prores_ks', 'pcm_s24le'] },
};

const SOUND_NEEDS: Readonly<Record<EncodedFormat, FormatNeeds>> = {
  mp3: { name: 'MP3', muxer: 'mp3', encoders: ['libmp3lame'] },
  m4a: { name: 'M4A', muxer: 'ipod', encoders: ['aac'] },
  opus: { name: 'Opus', muxer: 'opus', encoders: ['libopus'] },
};

/** Which formats the installed FFmpeg can write, and of the others why not. */
export const readVideoFormats = (): Promise<VideoFormatOffer[]> => readOffers(VIDEO_FORMATS, NEEDS);
export const readSoundFormats = (): Promise<SoundFormatOffer[]> => readOffers(ENCODED_FORMATS, SOUND_NEEDS);
