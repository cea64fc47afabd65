export { writeRenderCertificate } from './certificateFile.ts';
export { ENDINGS } from './encoder.ts';
export { hashFrames, runRender, type RenderRequest } from './render.ts';
export { verifyRender } from './verify.ts';
