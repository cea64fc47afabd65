import { z } from 'zod';
import { rpcFailureSchema } from '../contract/errors.ts';

const idSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const nameSchema = z.string().min(1).max(100);

const chunkFrameSchema = z.object({
  kind: z.literal('chunk'),
  id: idSchema,
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
/** How many chunks were taken: so many more may be sent. */
const creditFrameSchema = z.object({
  kind: z.literal('credit'),
  id: idSchema,
  chunks: z.int().min(1).max(1024),
});

/** What the screen's side may send. `hello` comes first, once. */
export const requestFrameSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), version: z.int() }),
  z.object({ kind: z.literal('call'), id: idSchema, name: nameSchema, input: z.unknown().optional() }),
  z.object({ kind: z.literal('subscribe'), id: idSchema, name: nameSchema }),
  z.object({ kind: z.literal('open'), id: idSchema, name: nameSchema, input: z.unknown().optional() }),
  /** Its bytes follow as chunks. */
  z.object({ kind: z.literal('upload'), id: idSchema, name: nameSchema, input: z.unknown().optional() }),
  chunkFrameSchema,
  /** All bytes of an upload are sent. */
  z.object({ kind: z.literal('end'), id: idSchema }),
  creditFrameSchema,
  /** Ends a call, a subscription, a stream or an upload: whatever has that id. */
  z.object({ kind: z.literal('cancel'), id: idSchema }),
]);
export type RequestFrame = z.infer<typeof requestFrameSchema>;

const answerSchema = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: z.unknown().optional() }),
  z.object({ success: z.literal(false), error: rpcFailureSchema }),
]);

/** What the host's side may send. */
export const responseFrameSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome'), version: z.int() }),
  /** The connection is refused and closed. */
  z.object({ kind: z.literal('refuse'), error: rpcFailureSchema }),
  z.object({ kind: z.literal('answer'), id: idSchema, answer: answerSchema }),
  z.object({ kind: z.literal('event'), id: idSchema, payload: z.unknown().optional() }),
  chunkFrameSchema,
  creditFrameSchema,
  /** A stream or subscription is over; without an error it ended as it should. */
  z.object({ kind: z.literal('end'), id: idSchema, error: rpcFailureSchema.optional() }),
]);
export type ResponseFrame = z.infer<typeof responseFrameSchema>;

export type Frame = RequestFrame | ResponseFrame;

/** Chunks that a stream may send before the reader grants more. */
export const INITIAL_STREAM_CREDIT = 16;

/** Chunks that an upload may send before the host grants more: with their size, what it may keep waiting there. */
export const INITIAL_UPLOAD_CREDIT = 8;
export const MAX_UPLOAD_CHUNK_BYTES = 256 * 1024;
