import type { JsonSchema } from './operation.ts';
import type { OpenApi, OpenApiOperation } from './openApi.ts';

/** Document 3, section 7.3: these are shown whole. */
const DOCUMENTED = ['startNoiseCancellation', 'createRecording', 'startBroadcast', 'transcribeVoice'];

interface Field {
  name: string;
  type: string;
  description: string;
  isRequired: boolean;
}

/** What the reference page shows: the four documented calls, and a line for each of the others. */
export function writeReference(document: OpenApi) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const find = (id: string) => all.find(({ operation }) => operation.operationId === id);
  return {
    version: document.info.version,
    endpoints: DOCUMENTED.flatMap((id) => {
      const found = find(id);
      return found ? [endpointOf(document, found.path, found.operation)] : [];
    }),
    operations: all
      .filter(({ operation }) => !DOCUMENTED.includes(operation.operationId))
      .map(({ method, path, operation: { operationId, summary, tags, ...rest } }) => ({
        id: operationId,
        method,
        path,
        summary,
        group: tags[0] ?? '',
        scope: rest['x-scope'],
        isCounted: rest['x-counted'],
      })),
  };
}

function endpointOf(document: OpenApi, path: string, operation: OpenApiOperation) {
  const [[mediaType, body] = []] = Object.entries(operation.requestBody?.content ?? {});
  const answer = operation.responses['200']?.content?.['application/json'];
  if (!mediaType || !body || !answer) throw new Error(`${path} has no body or answer`);
  return {
    id: operation.operationId,
    method: 'POST',
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    scope: operation['x-scope'],
    request: { mediaType, fields: fieldsOf(document, body.schema), example: body.example },
    answer: { fields: fieldsOf(document, answer.schema), example: answer.example },
    failures: Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { description }]) => ({ status, description })),
  };
}

function fieldsOf(document: OpenApi, schema: JsonSchema): Field[] {
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : null;
  const { properties = {}, required = [] } =
    name === null ? schema : (document.components.schemas[name] ?? {});
  return Object.entries(properties).map(([field, value]) => ({
    name: field,
    type: typeOf(value),
    description: typeof value.description === 'string' ? value.description : '',
    isRequired: required.includes(field),
  }));
}

function typeOf({ type, anyOf }: JsonSchema): string {
  if (anyOf) return (anyOf as JsonSchema[]).map(typeOf).join(' | ');
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'any');
}
