export { FrameSource, readFrames, yuvBytes, type DecodedFrame, type FrameFile } from './frames.ts';
export { inputArgs } from './input.ts';
export { findMoved, locateMedia, MEDIA_FOLDER, type LocatedMedia, type ReadTake } from './locate.ts';
export { hashMedia, probeMedia } from './probe.ts';
export { createSoundFiles, SOUND_RATE, type MediaSound, type SoundFile, type SoundFiles } from './sound.ts';
export { mediaOfTake } from './takeMedia.ts';
