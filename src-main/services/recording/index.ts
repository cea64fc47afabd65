export { createRecordingService, type RecordingService, type RecordingServiceOptions } from './service.ts';
export { makeTakeFolder } from './takeFolder.ts';
