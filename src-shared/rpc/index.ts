export { Listeners, type Channel } from './channel.ts';
export { createClient, type ClientOptions } from './client.ts';
export { decodeFrame, encodeFrame, MAX_MESSAGE_BYTES } from './codec.ts';
export { createEventHub, type EventHub } from './events.ts';
export type { Frame } from './frames.ts';
export type { CallContext, CallOptions, Client, ConnectionState, Handlers, OpenStream } from './handlers.ts';
export { createMemoryChannelPair } from './memory.ts';
export { createRouter, type Router, type RouterOptions } from './router.ts';
