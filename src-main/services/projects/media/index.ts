export { FrameSource, readFrames, type DecodedFrame } from './frames.ts';
export { findMoved, locateMedia, MEDIA_FOLDER, type LocatedMedia, type ReadTake } from './locate.ts';
export { hashMedia, probeMedia } from './probe.ts';
export { createSoundFiles, type MediaSound, type SoundFiles } from './sound.ts';
export { mediaOfTake } from './takeMedia.ts';
