import text from '../../../docs/api/openapi.json?raw';

/** A field of a request or an answer, as the page shows it. */
export interface ApiField {
  name: string;
  type: string;
  description: string;
  isRequired: boolean;
}

export interface Endpoint {
  id: string;
  method: 'POST';
  path: string;
  summary: string;
  description: string;
  request: { mediaType: string; fields: ApiField[]; example: Record<string, unknown> };
  answer: { fields: ApiField[]; example: Record<string, unknown> };
  failures: { status: string; description: string }[];
}

interface Schema {
  type: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Body {
  schema: Schema;
  example: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  requestBody: { content: Record<string, Body> };
  responses: Record<string, { description: string; content?: Record<string, Body> }>;
}

const openapi = JSON.parse(text) as {
  info: { version: string };
  paths: Record<string, { post: Operation }>;
};

/** docs/api/openapi.json is the one description; the page is drawn from it. */
export const API_VERSION = openapi.info.version;
export const ENDPOINTS: readonly Endpoint[] = Object.entries(openapi.paths).map(([path, { post }]) =>
  endpointOf(path, post),
);

function endpointOf(path: string, operation: Operation): Endpoint {
  const { operationId, summary, description, requestBody, responses } = operation;
  const [mediaType, body] = Object.entries(requestBody.content)[0] ?? [];
  const answer = responses['200']?.content?.['application/json'];
  if (!mediaType || !body || !answer) throw new Error(`docs/api/openapi.json: ${path} has no body or answer`);
  return {
    id: operationId,
    method: 'POST',
    path,
    summary,
    description,
    request: { mediaType, fields: fieldsOf(body.schema), example: body.example },
    answer: { fields: fieldsOf(answer.schema), example: answer.example },
    failures: Object.entries(responses)
      .filter(([status]) => status !== '200')
      .map(([status, { description: text }]) => ({ status, description: text })),
  };
}

function fieldsOf({ properties = {}, required = [] }: Schema): ApiField[] {
  return Object.entries(properties).map(([name, { type, description = '' }]) => ({
    name,
    type,
    description,
    isRequired: required.includes(name),
  }));
}

/** A call that can be pasted into a terminal. */
export function curlOf({ path, request: { mediaType, example } }: Endpoint): string {
  const lines = [`curl -X POST "$SOUNDDESK_API${path}"`, `  -H "Authorization: Bearer $SOUNDDESK_API_KEY"`];
  if (mediaType === 'application/json')
    lines.push(`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(example)}'`);
  else
    for (const [name, value] of Object.entries(example))
      for (const one of Array.isArray(value) ? value : [value]) lines.push(`  -F "${name}=${String(one)}"`);
  return lines.join(' \\\n');
}
