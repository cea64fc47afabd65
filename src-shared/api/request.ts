import { toJsonSchema, type JsonSchema, type Operation } from './operation.ts';
import { API_ROOT } from './route.ts';

/** A call as HTTP has it, of all its fields by name. */
interface ApiCallRequest {
  method: string;
  /** With its query. */
  path: string;
  body: unknown;
}

export function requestOf(
  { route, params, query, body }: Operation,
  input: Record<string, unknown>,
): ApiCallRequest {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(input[name])));
  const search: string[] = [];
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (name in params || value === undefined) continue;
    if (name in query) search.push(`${name}=${encodeURIComponent(textOf(value))}`);
    else fields[name] = value;
  }
  const field = route.action.kind === 'call' ? route.action.bodyField : undefined;
  return {
    method: route.method.toUpperCase(),
    path: `${API_ROOT}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    body: body === null ? undefined : field === undefined ? fields : fields[field],
  };
}

/** As an address has it: what is no text, number or switch has no place there. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** All fields of a call together, wherever HTTP has them. */
export function fieldsOf({ input, params, query }: Operation): JsonSchema {
  const whole = input === null ? {} : toJsonSchema(input, 'input');
  const properties = {
    ...Object.fromEntries(Object.entries(query).map(([name, { schema }]) => [name, schema])),
    ...whole.properties,
    ...params,
  };
  const required = [...new Set([...(whole.required ?? []), ...Object.keys(params)])];
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}
