export { createLiveLines } from './liveLines.ts';
export type { VoicePiece } from './piece.ts';
export { CaptionsService } from './service.ts';
