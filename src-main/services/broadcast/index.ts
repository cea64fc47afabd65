export { certifyBroadcast } from './certificate.ts';
export type { DestinationHealth } from './destinationFigures.ts';
export { createFanOut, type DestinationTarget, type FanOut } from './fanOut.ts';
export { playFile, playStill } from './fileProgramme.ts';
export { FlvReader, readFlvContent } from './flvReader.ts';
export type { BroadcastPacket, ProgrammeFormat } from './programme.ts';
export { openPublisher } from './openPublisher.ts';
export { openSoundFeed } from './soundFeed.ts';
export { createBroadcastService, type BroadcastService } from './service.ts';
