export { Listeners, type Channel } from './channel.ts';
export { createClient, type Words } from './client.ts';
export { decodeFrame, encodeFrame, MAX_MESSAGE_BYTES } from './codec.ts';
export { watchDemand } from './demand.ts';
export { createEventHub, type EventHub } from './events.ts';
export { createByteFanOut, type ByteFanOut } from './fanOut.ts';
export type { Frame } from './frames.ts';
export type {
  CallContext,
  Client,
  ConnectionState,
  Handlers,
  OpenStream,
  UploadContext,
} from './handlers.ts';
export {
  admit,
  createIdentity,
  createNonce,
  IDENTITY_CURVE,
  introduce,
  nameBrowser,
  nameSecret,
  type Door,
  type Identity,
  type Introduction,
} from './handshake/index.ts';
export { createMemoryChannelPair } from './memory.ts';
export { readPieces } from './pieces.ts';
export { refuseCall, refuseCalls } from './refuseCalls.ts';
export { createRouter, type Router } from './router.ts';
