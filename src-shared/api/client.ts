import type { JsonSchema } from './operation.ts';
import type { OpenApi, OpenApiOperation } from './openApi.ts';

/** The TypeScript client of the document: a function for each operation, with its types, on `fetch` alone. */
export function writeClient(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const calls = operations
    .filter(({ operation }) => operation.operationId !== 'followEvents')
    .map(({ path, method, operation }) => callOf(path, method, operation));
  return [
    '/* oxlint-disable */',
    '// Made from docs/api/openapi.json by scripts/write-api.mjs.',
    ...types,
    HELPERS,
    `export function createSoundDesk(options: SoundDeskOptions) {
  const call = createCall(options);
  return {
    ${calls.join('\n    ')}
    /** Events as they come, until the loop is left. */
    followEvents: (input: { names?: string; after?: string } = {}) => followEvents(options, input),
  };
}
export type SoundDesk = ReturnType<typeof createSoundDesk>;`,
  ].join('\n\n');
}

function callOf(path: string, method: string, operation: OpenApiOperation): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const named = parameters.filter((one) => one.in !== 'header');
  const fields = named.map(
    ({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`,
  );
  const [[media, body] = []] = Object.entries(requestBody?.content ?? {});
  if (body) fields.push(`body${requestBody?.required ? '' : '?'}: ${bodyTypeOf(media ?? '', body.schema)}`);
  const isNeeded = fields.some((field) => !/^\w+\?:/.test(field));
  const input = fields.length > 0 ? `input: { ${fields.join('; ')} }${isNeeded ? '' : ' = {}'}, ` : '';
  const parts = [
    `path: ${JSON.stringify(named.filter((one) => one.in === 'path').map(({ name }) => name))}`,
    `query: ${JSON.stringify(named.filter((one) => one.in === 'query').map(({ name }) => name))}`,
  ];
  const given = fields.length > 0 ? 'input' : '{}';
  return `/** ${summary}. */
    ${operationId}: (${input}more?: CallOptions) => call<${answerTypeOf(responses)}>('${method.toUpperCase()}', '${path}', { ${parts.join(', ')} }, ${given}, more),`;
}

const bodyTypeOf = (media: string, schema: JsonSchema) =>
  media === 'application/json' ? typeOf(schema) : media === 'multipart/form-data' ? 'FormData' : 'Blob';

function answerTypeOf(responses: OpenApiOperation['responses']): string {
  const [[, good] = []] = Object.entries(responses).filter(([status]) => /^20[024]$/.test(status));
  const [[media, content] = []] = Object.entries(good?.content ?? {});
  if (!content) return 'void';
  return media === 'application/json' ? typeOf(content.schema) : 'Blob';
}

/** JSON Schema as TypeScript says it; what is only a number's range is not said. */
function typeOf(schema: JsonSchema): string {
  const { $ref, const: only, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  if (only !== undefined) return JSON.stringify(only);
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(' | ');
  const several = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (several) return `(${several.map(typeOf).join(' | ')})`;
  if (allOf) return (allOf as JsonSchema[]).map(typeOf).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectTypeOf(schema);
    case 'array':
      return `(${typeOf((schema.items ?? {}) as JsonSchema)})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case undefined:
    default:
      return 'unknown';
  }
}

function objectTypeOf({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties) {
    const value =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties as JsonSchema) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const fields = Object.entries(properties).map(
    ([name, field]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

const HELPERS = `export interface SoundDeskOptions {
  /** A key from Settings, under API Keys. */
  key: string;
  /** Where the API is served; without it, the usual address. */
  url?: string;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The same key with the same input is done once. */
  idempotencyKey?: string;
  /** Changes nothing where the document has another ETag. */
  ifMatch?: string;
  /** Of a file: the bytes that are wanted, such as "bytes=0-99". */
  range?: string;
}

/** What the API refused, and why. */
export class SoundDeskError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'SoundDeskError';
    this.problem = problem;
  }
}

const USUAL_URL = 'http://127.0.0.1:47810';

function createCall({ key, url = USUAL_URL, fetch: send = fetch }: SoundDeskOptions) {
  return async <T>(
    method: string,
    path: string,
    names: { path: string[]; query: string[] },
    input: object,
    more: CallOptions = {},
  ): Promise<T> => {
    const fields = input as Record<string, unknown>;
    const search = new URLSearchParams();
    for (const name of names.query) if (fields[name] !== undefined) search.set(name, String(fields[name]));
    const address = names.path.reduce(
      (whole, name) => whole.replace(\`{\${name}}\`, encodeURIComponent(String(fields[name]))),
      url + path,
    );
    const { body } = fields;
    const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Blob);
    const response = await send(search.size > 0 ? \`\${address}?\${search}\` : address, {
      method,
      headers: {
        authorization: \`Bearer \${key}\`,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(more.idempotencyKey ? { 'idempotency-key': more.idempotencyKey } : {}),
        ...(more.ifMatch ? { 'if-match': more.ifMatch } : {}),
        ...(more.range ? { range: more.range } : {}),
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
      ...(more.signal ? { signal: more.signal } : {}),
    });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok) throw new SoundDeskError((await response.json()) as Problem);
    if (response.status === 204) return undefined as T;
    return (type.includes('json') ? await response.json() : await response.blob()) as T;
  };
}

export interface SoundDeskEvent {
  id: string;
  name: string;
  data: unknown;
}

async function* followEvents(
  { key, url = USUAL_URL, fetch: send = fetch }: SoundDeskOptions,
  input: { names?: string; after?: string },
): AsyncGenerator<SoundDeskEvent> {
  const search = new URLSearchParams(Object.entries(input).filter(([, value]) => value !== undefined));
  const response = await send(\`\${url}/api/v1/events?\${search}\`, { headers: { authorization: \`Bearer \${key}\` } });
  if (!response.ok || !response.body) throw new SoundDeskError((await response.json()) as Problem);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const parts = (waiting + read.value).split('\\n\\n');
      waiting = parts.pop() ?? '';
      for (const part of parts) {
        const [, id] = /^id: (.*)$/m.exec(part) ?? [];
        const [, name] = /^event: (.*)$/m.exec(part) ?? [];
        const [, data] = /^data: (.*)$/m.exec(part) ?? [];
        if (id && name && data) yield { id, name, data: JSON.parse(data) as unknown };
      }
    }
  } finally {
    await reader.cancel();
  }
}`;
