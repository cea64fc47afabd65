import { z } from 'zod';
import { rpcFailureSchema } from '../contract/errors.ts';

const idSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const nameSchema = z.string().min(1).max(100);

/** What the screen's side may send. `hello` comes first, once. */
export const requestFrameSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), version: z.int() }),
  z.object({ kind: z.literal('call'), id: idSchema, name: nameSchema, input: z.unknown().optional() }),
  z.object({ kind: z.literal('subscribe'), id: idSchema, name: nameSchema }),
  z.object({ kind: z.literal('open'), id: idSchema, name: nameSchema, input: z.unknown().optional() }),
  /** The reader took this many chunks: so many more may be sent. */
  z.object({ kind: z.literal('credit'), id: idSchema, chunks: z.int().min(1).max(1024) }),
  /** Ends a call, a subscription or a stream: whatever has that id. */
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
  z.object({
    kind: z.literal('chunk'),
    id: idSchema,
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  }),
  /** A stream or subscription is over; without an error it ended as it should. */
  z.object({ kind: z.literal('end'), id: idSchema, error: rpcFailureSchema.optional() }),
]);
export type ResponseFrame = z.infer<typeof responseFrameSchema>;

export type Frame = RequestFrame | ResponseFrame;

/** Chunks that a stream may send before the reader grants more. */
export const INITIAL_STREAM_CREDIT = 16;
