import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** A call with one answer. Input is parsed on arrival, output before it leaves. */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  kind: 'procedure';
  input: I;
  output: O;
  /** What it may fail with, beside what every call may: `BAD_INPUT`, `UNSUPPORTED`, `CANCELLED`, `INTERNAL`. */
  errors: readonly ErrorCode[];
}

/** Something that happened. `every` is never dropped; of `latest` a slow peer gets the newest alone. */
export interface EventDefinition<P extends z.ZodType = z.ZodType> {
  kind: 'event';
  payload: P;
  delivery: 'every' | 'latest';
}

/** Bytes from the host to the screen, with back-pressure: a slow reader slows the source. */
export interface StreamDefinition<I extends z.ZodType = z.ZodType> {
  kind: 'stream';
  input: I;
  errors: readonly ErrorCode[];
}

/** A call with bytes beside its input, from the screen to the host, with back-pressure: a slow host slows the source. */
export interface UploadDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  kind: 'upload';
  input: I;
  output: O;
  errors: readonly ErrorCode[];
}

export type Definition = Procedure | EventDefinition | StreamDefinition | UploadDefinition;
/** All that a host offers, by name: `area.verbNoun` for calls, streams and uploads, `area.onPastTense` for events. */
export type Contract = Readonly<Record<string, Definition>>;

export function defineProcedure<I extends z.ZodType, O extends z.ZodType>(definition: {
  input: I;
  output: O;
  errors?: readonly ErrorCode[];
}): Procedure<I, O> {
  return {
    kind: 'procedure',
    input: definition.input,
    output: definition.output,
    errors: definition.errors ?? [],
  };
}

export function defineEvent<P extends z.ZodType>(definition: {
  payload: P;
  delivery: 'every' | 'latest';
}): EventDefinition<P> {
  return { kind: 'event', payload: definition.payload, delivery: definition.delivery };
}

export function defineStream<I extends z.ZodType>(definition: {
  input: I;
  errors?: readonly ErrorCode[];
}): StreamDefinition<I> {
  return { kind: 'stream', input: definition.input, errors: definition.errors ?? [] };
}

export function defineUpload<I extends z.ZodType, O extends z.ZodType>(definition: {
  input: I;
  output: O;
  errors?: readonly ErrorCode[];
}): UploadDefinition<I, O> {
  return {
    kind: 'upload',
    input: definition.input,
    output: definition.output,
    errors: definition.errors ?? [],
  };
}

type NamesOf<C extends Contract, D extends Definition> = {
  [N in keyof C]: C[N] extends D ? N : never;
}[keyof C] &
  string;

export type ProcedureName<C extends Contract> = NamesOf<C, Procedure>;
export type EventName<C extends Contract> = NamesOf<C, EventDefinition>;
export type StreamName<C extends Contract> = NamesOf<C, StreamDefinition>;
export type UploadName<C extends Contract> = NamesOf<C, UploadDefinition>;

/** What a caller may give. */
export type InputOf<D> = D extends { input: infer I extends z.ZodType } ? z.input<I> : never;
/** What a handler gets, parsed. */
export type ParsedInputOf<D> = D extends { input: infer I extends z.ZodType } ? z.output<I> : never;
export type OutputOf<D> = D extends { output: infer O extends z.ZodType } ? z.output<O> : never;
export type PayloadOf<D> = D extends { payload: infer P extends z.ZodType } ? z.output<P> : never;
