export { writeRenderCertificate } from './certificateFile.ts';
export type { RenderRequest } from './process/messages.ts';
export { hashFrames, runRender } from './render.ts';
export { createRendersService } from './service.ts';
export { readShown } from './shown.ts';
export { verifyRender } from './verify.ts';
export { makeStrips, type StripMaker } from './strips.ts';
export type { Quiet } from './stripCache.ts';
