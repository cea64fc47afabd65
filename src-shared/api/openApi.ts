import { operationOf, toJsonSchema, type JsonSchema, type Operation } from './operation.ts';
import { problemSchema, statusOf, titleOf } from './problem.ts';
import { API_ROOT, DEFAULT_API_PORT, type ApiRoute } from './route.ts';

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
/** What any call may answer. */
const COMMON = [400, 401, 403, 404, 421, 424, 429];

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  'x-scope': string;
  'x-counted': boolean;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: JsonSchema; example?: unknown }> }
  >;
}
export interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** The OpenAPI 3.1 document of these routes. */
export function writeOpenApi(routes: readonly ApiRoute[]): OpenApi {
  const schemas = createSchemas();
  schemas.byName.set('Problem', toJsonSchema(problemSchema, 'output'));
  const paths: OpenApi['paths'] = {};
  for (const operation of routes.map(operationOf)) {
    const path = (paths[`${API_ROOT}${operation.route.path}`] ??= {});
    path[operation.route.method] = describe(operation, schemas);
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'SoundDesk API',
      version: '1.0.0',
      description:
        'Everything that a hand can do in SoundDesk, for programs on the same computer. Switch it on in Settings, under API Keys.',
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [
      { url: `http://127.0.0.1:${DEFAULT_API_PORT}`, description: 'This computer; Settings has the port.' },
    ],
    security: [{ apiKey: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of this computer, from Settings, or of your organization.',
        },
      },
      schemas: Object.fromEntries(schemas.byName),
    },
  };
  // As JSON has it: what is undefined is not there.
  return JSON.parse(JSON.stringify(document)) as OpenApi;
}

interface Schemas {
  byName: Map<string, JsonSchema>;
  /** Names a schema; the same one again has the same name. */
  refer(name: string, schema: JsonSchema): JsonSchema;
}

function createSchemas(): Schemas {
  const byName = new Map<string, JsonSchema>();
  const nameOf = new Map<string, string>();
  return {
    byName,
    refer(name, schema) {
      const text = JSON.stringify(schema);
      // What is short is read where it is used.
      if (text.length < 200) return schema;
      const known = nameOf.get(text) ?? name;
      nameOf.set(text, known);
      byName.set(known, schema);
      return { $ref: `#/components/schemas/${known}` };
    },
  };
}

function describe(operation: Operation, schemas: Schemas): OpenApiOperation {
  const { route, params, query } = operation;
  const parameters = [
    ...Object.entries(params).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(query).map(([name, { schema, isRequired }]) => ({
      name,
      in: 'query',
      required: isRequired,
      schema,
    })),
    ...headersOf(route),
  ];
  return {
    operationId: route.id,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    'x-scope': route.scope,
    'x-counted': route.startsWork ?? false,
    'x-needs-consent': route.needsConsent ?? false,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestOf(operation, schemas),
    responses: { ...answersOf(operation, schemas), ...failuresOf(operation) },
  } as OpenApiOperation;
}

function headersOf({ method, action }: ApiRoute): object[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
  });
  if (method === 'post')
    return [
      header(
        'Idempotency-Key',
        'The same key with the same body is done once: the first answer is repeated.',
      ),
    ];
  if (action.kind === 'call' && action.guards)
    return [header('If-Match', 'Changes nothing where the document has another ETag.')];
  return [];
}

const MEDIA = { json: 'application/json', form: 'multipart/form-data', bytes: 'application/octet-stream' };

function requestOf({ route, body }: Operation, schemas: Schemas): object {
  if (!body) return {};
  const schema = body.kind === 'bytes' ? body.schema : schemas.refer(`${nameOf(route)}Input`, body.schema);
  return {
    requestBody: {
      required: body.isRequired,
      content: {
        [MEDIA[body.kind]]: { schema, ...(route.example === undefined ? {} : { example: route.example }) },
      },
    },
  };
}

function answersOf({ route, answer }: Operation, schemas: Schemas): object {
  const { action, exampleAnswer } = route;
  if (action.kind === 'events')
    return {
      200: { description: 'Events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    };
  if (action.kind === 'download') {
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    return {
      200: { description: 'The file.', content },
      206: { description: 'The part that “Range” names.', content },
    };
  }
  if (answer.schema === null) return { [answer.status]: { description: 'Done.' } };
  const schema = schemas.refer(`${nameOf(route)}Answer`, answer.schema);
  const example = exampleAnswer === undefined ? {} : { example: exampleAnswer };
  const location = {
    headers: { Location: { description: 'Where to follow it.', schema: { type: 'string' } } },
  };
  return {
    [answer.status]: {
      description: answer.status === 202 ? 'Begun.' : 'Done.',
      ...(answer.status === 202 ? location : {}),
      content: { 'application/json': { schema, ...example } },
    },
    ...(route.method === 'get' ? { 304: { description: 'Unchanged: “If-None-Match” has its ETag.' } } : {}),
  };
}

function failuresOf({ errors }: Operation): object {
  const statuses = [...new Set([...COMMON, ...errors.map(statusOf)])].sort((a, b) => a - b);
  const entries: [string, object][] = statuses.map((status) => [
    String(status),
    { description: `${titleOf(status)}.`, content: PROBLEM },
  ]);
  return Object.fromEntries([...entries, ['default', { description: 'Another failure.', content: PROBLEM }]]);
}

const nameOf = ({ id }: ApiRoute) => `${id[0]?.toUpperCase()}${id.slice(1)}`;
