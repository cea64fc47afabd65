import { z } from 'zod';
import { appContract } from '../contract/index.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { jobSchema } from './jobs.ts';
import type { ApiRoute } from './route.ts';

export type JsonSchema = Record<string, unknown> & {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

export type BodyKind = 'json' | 'form' | 'bytes';

/** A route with what follows from the contract: its input, where each part of it comes from, and its answer. */
export interface Operation {
  route: ApiRoute;
  /** Parses path, query and body together; null: there is no input. */
  input: z.ZodType | null;
  /** In JSON Schema, by where they come from. */
  params: Record<string, JsonSchema>;
  query: Record<string, { schema: JsonSchema; isRequired: boolean }>;
  body: { kind: BodyKind; schema: JsonSchema; isRequired: boolean } | null;
  answer: { status: 200 | 202 | 204; schema: JsonSchema | null };
  errors: readonly ErrorCode[];
}

const MAX_PAGE_ITEMS = 200;
export const DEFAULT_PAGE_ITEMS = 100;

export function operationOf(route: ApiRoute): Operation {
  const input = inputOf(route);
  const whole = input === null ? {} : toJsonSchema(input, 'input');
  const { properties = {}, required = [] } = whole;
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const params = Object.fromEntries(
    names.map((name) => [name, { minLength: 1, ...(properties[name] ?? { type: 'string' }) }]),
  );
  const rest = Object.keys(properties).filter((name) => !names.includes(name));
  const isInQuery = route.method === 'get' || route.method === 'delete' || route.action.kind === 'upload';
  const query = Object.fromEntries(
    (isInQuery ? rest : [])
      .filter((name) => route.action.kind !== 'upload' || name !== 'sizeBytes')
      .map((name) => [name, { schema: properties[name] as JsonSchema, isRequired: required.includes(name) }]),
  );
  if (isPaged(route)) Object.assign(query, PAGE_QUERY);
  if (route.action.kind === 'events') Object.assign(query, EVENTS_QUERY);
  return {
    route,
    input,
    params,
    query,
    body: isInQuery ? uploadOf(route) : bodyOf(route, whole, rest),
    answer: answerOf(route),
    errors: errorsOf(route),
  };
}

/** The answer is a page of a whole list: what takes pages itself has fields of its own. */
export const isPaged = ({ action }: ApiRoute) =>
  action.kind === 'jobs.list' || (action.kind === 'call' && action.pages !== undefined);

const PAGE_QUERY = {
  limit: {
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_ITEMS, default: DEFAULT_PAGE_ITEMS },
    isRequired: false,
  },
  after: { schema: { type: 'string', minLength: 1, maxLength: 2000 }, isRequired: false },
};
const EVENTS_QUERY = {
  names: { schema: { type: 'string', minLength: 1, maxLength: 2000 }, isRequired: false },
  after: { schema: { type: 'string', minLength: 1, maxLength: 100 }, isRequired: false },
};

function inputOf({ action }: ApiRoute): z.ZodType | null {
  if (action.kind === 'recipe' || action.kind === 'download') return action.input;
  if (action.kind === 'upload') return appContract[action.name].input;
  if (action.kind !== 'call') return null;
  const { input } = appContract[action.name];
  if (input instanceof z.ZodVoid) return null;
  const left = [...(action.without ?? []), ...Object.keys(action.fixed ?? {})];
  if (left.length === 0 || !(input instanceof z.ZodObject)) return input;
  const fields = Object.entries((input as z.ZodObject).shape).filter(([name]) => !left.includes(name));
  const kept = z.strictObject(Object.fromEntries(fields));
  return Object.keys(kept.shape).length === 0 ? null : kept;
}

function bodyOf(route: ApiRoute, whole: JsonSchema, rest: readonly string[]): Operation['body'] {
  const { action } = route;
  const { properties = {}, required = [] } = whole;
  if (action.kind === 'recipe' && action.file !== undefined) {
    const file = { type: 'string', format: 'binary', description: 'The recording: at most 25 MB.' };
    return {
      kind: 'form',
      schema: { ...whole, properties: { [action.file]: file, ...properties }, required: [action.file] },
      isRequired: true,
    };
  }
  if (rest.length === 0) return null;
  if (action.kind === 'call' && action.bodyField !== undefined)
    return { kind: 'json', schema: properties[action.bodyField] as JsonSchema, isRequired: true };
  const needed = required.filter((name) => rest.includes(name));
  return {
    kind: 'json',
    schema: {
      ...whole,
      properties: Object.fromEntries(rest.map((name) => [name, properties[name] as JsonSchema])),
      required: needed,
    },
    isRequired: needed.length > 0,
  };
}

const uploadOf = ({ action }: ApiRoute): Operation['body'] =>
  action.kind === 'upload'
    ? { kind: 'bytes', schema: { type: 'string', format: 'binary' }, isRequired: true }
    : null;

function answerOf({ action }: ApiRoute): Operation['answer'] {
  switch (action.kind) {
    case 'recipe':
      return { status: 200, schema: toJsonSchema(action.output, 'output') };
    case 'jobs.list':
      return { status: 200, schema: pageOf(toJsonSchema(jobSchema, 'output')) };
    case 'jobs.read':
    case 'jobs.cancel':
      return { status: 200, schema: toJsonSchema(jobSchema, 'output') };
    case 'download':
    case 'events':
      return { status: 200, schema: null };
    case 'upload':
    case 'call':
      break;
  }
  if (action.kind === 'call' && action.isJob)
    return { status: 202, schema: toJsonSchema(jobSchema, 'output') };
  const { output } = appContract[action.name];
  if (output instanceof z.ZodVoid) return { status: 204, schema: null };
  const schema = toJsonSchema(output, 'output');
  if (action.kind === 'upload') return { status: 200, schema };
  if (action.pages) return { status: 200, schema: pageOf(itemOf(schema, action.pages.of)) };
  return { status: action.location === undefined ? 200 : 202, schema };
}

const itemOf = (schema: JsonSchema, of: string | null): JsonSchema =>
  ((of === null ? schema : schema.properties?.[of])?.items ?? {}) as JsonSchema;

const pageOf = (items: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['items', 'next'],
  properties: {
    items: { type: 'array', items },
    next: {
      type: ['string', 'null'],
      description: 'For “after” of the next call; null: there are no more.',
    },
  },
  additionalProperties: false,
});

function errorsOf({ action }: ApiRoute): readonly ErrorCode[] {
  if (action.kind === 'recipe' || action.kind === 'download') return action.errors;
  return action.kind === 'call' || action.kind === 'upload' ? appContract[action.name].errors : [];
}

/** As OpenAPI 3.1 has it; what only a program can check is checked by the program alone. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    '~standard': __,
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return json;
}
