import type { IncomingMessage } from 'node:http';
import { isPaged, type JsonSchema, type Operation } from '../../../src-shared/api/index.ts';
import { describeIssues } from '../../../src-shared/rpc/issues.ts';
import { ApiError } from './reply.ts';
import type { Match } from './routing.ts';

const MOST_JSON_BYTES = 4 << 20;
/** The sound that the engines of transcription take, and what a form needs around it. */
const MOST_FORM_BYTES = 26 << 20;
/** Bodies that come byte by byte. */
const BODY_LIMIT_MS = 30_000;

export interface CallInput {
  /** As the contract wants it. */
  parsed: unknown;
  query: Record<string, unknown>;
  file: File | null;
  /** Of the body, to compare calls with the same `Idempotency-Key`. */
  bodyText: string;
}

/** Puts path, query and body together and checks them by the schema of the call. */
export async function readInput(
  request: IncomingMessage,
  match: Match,
  search: URLSearchParams,
): Promise<CallInput> {
  const { operation, params } = match;
  const { action } = operation.route;
  const query = readQuery(search, operation);
  const body = await readBody(request, operation);
  const fields: Record<string, unknown> = { ...body.fields, ...query, ...params };
  if (action.kind === 'call' && action.bodyField !== undefined)
    Object.assign(fields, { [action.bodyField]: body.value });
  if (action.kind === 'upload') fields.sizeBytes = lengthOf(request);
  if (isPage(operation)) {
    delete fields.limit;
    delete fields.after;
  }
  const parsed = parse(operation, fields);
  return { parsed, query, file: body.file, bodyText: body.text };
}

const isPage = ({ route }: Operation) => isPaged(route);

function parse({ input, route }: Operation, fields: Record<string, unknown>): unknown {
  if (input === null) {
    return route.action.kind === 'call' && route.action.fixed ? { ...route.action.fixed } : undefined;
  }
  const result = input.safeParse(fields);
  if (!result.success)
    throw new ApiError('BAD_INPUT', `This cannot be taken: ${describeIssues(result.error)}`);
  const fixed = route.action.kind === 'call' ? route.action.fixed : undefined;
  return fixed ? { ...(result.data as object), ...fixed } : result.data;
}

function readQuery(search: URLSearchParams, { query }: Operation): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of new Set(search.keys())) {
    const field = Object.hasOwn(query, name) ? query[name] : undefined;
    const [text = '', ...more] = search.getAll(name);
    if (!field) throw new ApiError('BAD_INPUT', `“${name}” is no parameter of this address.`);
    if (more.length > 0) throw new ApiError('BAD_INPUT', `“${name}” is there more than once.`);
    values[name] = coerce(text, field.schema);
    assertWithin(name, values[name], field.schema);
  }
  return values;
}

/** A query is text: numbers and switches become what their schema says. */
function coerce(text: string, { type }: JsonSchema): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text))
    return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Of parameters that are no input of the contract: how many items, and behind which one. */
function assertWithin(
  name: string,
  value: unknown,
  { type, minimum, maximum, minLength, maxLength }: JsonSchema,
): void {
  const size = typeof value === 'string' ? value.length : Number(value);
  const [least, most] = typeof value === 'string' ? [minLength, maxLength] : [minimum, maximum];
  const isOfType = type !== 'integer' || Number.isInteger(value);
  if (isOfType && size >= Number(least ?? -Infinity) && size <= Number(most ?? Infinity)) return;
  throw new ApiError('BAD_INPUT', `“${name}” is beyond what this address takes.`);
}

interface Body {
  fields: Record<string, unknown>;
  value: unknown;
  file: File | null;
  text: string;
}

async function readBody(request: IncomingMessage, operation: Operation): Promise<Body> {
  const { body, route } = operation;
  const nothing: Body = { fields: {}, value: undefined, file: null, text: '' };
  if (body?.kind === 'bytes') return nothing;
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (body?.kind === 'form') {
    if (type !== 'multipart/form-data')
      throw new ApiError('TYPE_UNSUPPORTED', 'Send a form: Content-Type: multipart/form-data.');
    const name = route.action.kind === 'recipe' ? (route.action.file ?? '') : '';
    return readForm(
      await collect(request, MOST_FORM_BYTES),
      request.headers['content-type'] ?? '',
      name,
      operation,
    );
  }
  const bytes = await collect(request, MOST_JSON_BYTES);
  if (bytes.length === 0) {
    if (body?.isRequired) throw new ApiError('BAD_INPUT', 'This call needs a body of JSON.');
    return nothing;
  }
  if (type !== 'application/json')
    throw new ApiError('TYPE_UNSUPPORTED', 'Send JSON: Content-Type: application/json.');
  const { text, value } = parseJson(bytes);
  if (route.action.kind === 'call' && route.action.bodyField !== undefined)
    return { ...nothing, value, text };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('BAD_INPUT', 'The body is an object of JSON.');
  const wrong = Object.keys(value).find((name) => Object.hasOwn(operation.params, name));
  if (wrong !== undefined) throw new ApiError('BAD_INPUT', `“${wrong}” is in the address, not in the body.`);
  return { ...nothing, fields: value as Record<string, unknown>, text };
}

function parseJson(bytes: Buffer): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw new ApiError('BAD_INPUT', 'The body is not JSON in UTF-8.');
  }
}

async function readForm(bytes: Buffer, type: string, fileName: string, { body }: Operation): Promise<Body> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new ApiError('BAD_INPUT', 'The form cannot be read.');
  }
  const file = form.get(fileName);
  if (!(file instanceof File)) throw new ApiError('BAD_INPUT', `The form has no file “${fileName}”.`);
  const properties = body?.schema.properties ?? {};
  const fields: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    if (name === fileName) continue;
    const values = form.getAll(name);
    fields[name] = properties[name]?.type === 'array' ? values : values[0];
  }
  const text = `${file.name} ${file.size} ${JSON.stringify(fields)}`;
  return { fields, value: undefined, file, text };
}

function lengthOf({ headers }: IncomingMessage): number {
  const length = headers['content-length'];
  if (length === undefined) throw new ApiError('LENGTH_MISSING', 'Say how long the file is: Content-Length.');
  return Number(length);
}

/** All of a body, within a limit of bytes and of time. What is left of it is not read: the connection ends with the answer. */
async function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new ApiError('TOO_LARGE', `A body has ${limit} bytes at most here.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const timer = setTimeout(() => reject(new ApiError('TOO_SLOW', 'The body took too long.')), BODY_LIMIT_MS);
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) reject(tooLarge());
    else chunks.push(chunk);
  };
  request.on('data', onData);
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('error', reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    request.off('data', onData);
    if (!request.complete) request.pause();
  }
}
