import reference from './reference.json' with { type: 'json' };

/** A field of a request or an answer, as the page shows it. */
export interface ApiField {
  name: string;
  type: string;
  description: string;
  isRequired: boolean;
}

export interface Endpoint {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  scope: string;
  request: { mediaType: string; fields: ApiField[]; example: object };
  answer: { fields: ApiField[]; example: object };
  failures: { status: string; description: string }[];
}

/** Made of docs/api/openapi.json, which is the one description (scripts/write-api.mjs). */
export const API_VERSION = reference.version;
export const ENDPOINTS: readonly Endpoint[] = reference.endpoints;
export const OPERATIONS = reference.operations;

/** The other calls, by what they are about. */
export const OPERATION_GROUPS: readonly { name: string; operations: typeof OPERATIONS }[] = [
  ...new Set(OPERATIONS.map(({ group }) => group)),
].map((name) => ({ name, operations: OPERATIONS.filter(({ group }) => group === name) }));

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
