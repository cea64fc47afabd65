import {
  RENDER_FORMATS,
  type RenderFormat,
  type RenderFormatOffer,
} from '../../../src-shared/domain/edit/render.ts';
import { readOffers, type FormatNeeds } from '../ffmpeg/index.ts';

/** What a format takes: names of FFmpeg's. */
const NEEDS: Readonly<Record<RenderFormat, FormatNeeds>> = {
  mp4: { name: 'MP4 H.264', muxer: 'mp4', encoders: ['libx264', 'aac'] },
  mov: { name: 'MOV H.264', muxer: 'mov', encoders: ['libx264', 'aac'] },
  webm: { name: 'WebM VP9', muxer: 'webm', encoders: ['libvpx-vp9', 'libopus'] },
  prores: { name: 'MOV ProRes', muxer: 'mov', encoders: ['prores_ks', 'pcm_s24le'] },
  gif: { name: 'GIF', muxer: 'gif', encoders: ['gif'] },
  png: { name: 'PNG', muxer: 'image2', encoders: ['png'] },
  m4a: { name: 'M4A', muxer: 'ipod', encoders: ['aac'] },
  mp3: { name: 'MP3', muxer: 'mp3', encoders: ['libmp3lame'] },
  opus: { name: 'Opus', muxer: 'opus', encoders: ['libopus'] },
  wav: { name: 'WAV', muxer: 'wav', encoders: ['pcm_s24le'] },
};

/** Which formats the installed FFmpeg can write, and of the others why not. */
export const readRenderFormats = (): Promise<RenderFormatOffer[]> => readOffers(RENDER_FORMATS, NEEDS);
