import type { JsonSchema } from '../../src-shared/api/index.ts';

interface Document {
  components: { schemas: Record<string, JsonSchema> };
}

/** A value that a schema of the document takes. */
export function sampleOf(document: Document, schema: JsonSchema): unknown {
  const { $ref, const: only, anyOf, oneOf, default: usual } = schema;
  const values = schema.enum as unknown[] | undefined;
  if (typeof $ref === 'string') return sampleOf(document, resolve(document, $ref));
  if (only !== undefined) return only;
  if (usual !== undefined) return usual;
  if (values) return values[0];
  const first = ((anyOf ?? oneOf) as JsonSchema[] | undefined)?.[0];
  if (first) return sampleOf(document, first);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(document, schema.properties?.[name] ?? {})]),
      );
    case 'array': {
      const item = sampleOf(document, (schema.items ?? {}) as JsonSchema);
      return Array.from({ length: Number(schema.minItems ?? 0) }, () => item);
    }
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 0), Number(schema.exclusiveMinimum ?? -1) + 1);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'string':
      return stringOf(schema);
    case undefined:
    default:
      return {};
  }
}

function stringOf({ format, minLength }: JsonSchema): string {
  if (format === 'uuid') return '5d3e9b07-8c46-4f21-b1aa-2e6f7c0d9e38';
  if (format === 'uri') return 'https://example.com';
  return '1'.repeat(Math.max(1, Number(minLength ?? 1)));
}

export const resolve = (document: Document, ref: string): JsonSchema =>
  document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};

/** Values beside `value`, each of which breaks one bound of the schema: a field that lacks, one beyond its range, of another type. */
export function brokenOf(
  document: Document,
  schema: JsonSchema,
  value: unknown,
): { why: string; value: unknown }[] {
  const whole = typeof schema.$ref === 'string' ? resolve(document, schema.$ref) : schema;
  if (whole.type !== 'object' || typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const missing = (whole.required ?? []).map((name) => {
    const { [name]: _, ...rest } = fields;
    return { why: `without ${name}`, value: rest };
  });
  const bounds = Object.entries(whole.properties ?? {}).flatMap(([name, field]) =>
    beyond(field).map(([why, wrong]) => ({ why: `${name} ${why}`, value: { ...fields, [name]: wrong } })),
  );
  const more =
    whole.additionalProperties === false ? [{ why: 'one more', value: { ...fields, other: 1 } }] : [];
  return [...missing, ...bounds, ...more];
}

function beyond(field: JsonSchema): [string, unknown][] {
  const wrong: [string, unknown][] = [];
  if (typeof field.minimum === 'number') wrong.push(['too small', field.minimum - 1]);
  if (typeof field.maximum === 'number' && field.maximum < Number.MAX_SAFE_INTEGER)
    wrong.push(['too large', field.maximum + 1]);
  if (typeof field.maxLength === 'number') wrong.push(['too long', 'x'.repeat(field.maxLength + 1)]);
  if (field.enum) wrong.push(['none of the list', 'none of these']);
  if (typeof field.type === 'string') wrong.push(['of another type', field.type === 'array' ? 1 : [[]]]);
  return wrong;
}
