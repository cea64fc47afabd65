export { createRecordingService } from './service.ts';
export { makeTakeFolder } from './takeFolder.ts';
