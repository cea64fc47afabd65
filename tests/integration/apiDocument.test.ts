import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../src-shared/api/index.ts';
import { startApiHost, type ApiAnswer, type ApiHost } from '../lib/apiHost.ts';
import { brokenOf, sampleOf } from '../lib/schemaSamples.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}
interface DocumentedOperation {
  operationId: string;
  'x-scope': string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}
interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** The file that programs are made from: nothing of the server's own code says here what is right. */
const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as Document;
const inDefs = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as T;
const $defs = inDefs(document.components.schemas);
const validators = new Map<string, z.ZodType>();

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
type Documented = (typeof operations)[number];

let api: ApiHost;
const keys = new Map<string, string>();
beforeAll(async () => {
  api = await startApiHost();
  for (const scope of ['read', 'control', 'files'] as const)
    keys.set(scope, (await api.createKey([scope])).key);
});
afterAll(() => api.close());

/** An address that is whole, with `broken` in the place of one parameter. */
function addressOf({ path, operation }: Documented, broken: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place, required, schema } of operation.parameters ?? []) {
    const value = broken[name] ?? String(sampleOf(document, schema));
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === 'query' && (required || name in broken)) query.set(name, value);
  }
  return query.size > 0 ? `${address}?${query.toString()}` : address;
}

/** The body of an operation: JSON as an example has it or the schema asks for it, some bytes, or none. */
function bodyOf({ operation }: Documented): { body?: unknown; headers?: Record<string, string> } {
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (!type || !content) return {};
  if (type === 'application/json') return { body: content.example ?? sampleOf(document, content.schema) };
  if (type === 'multipart/form-data') {
    const sound = 'Content-Disposition: form-data; name="audio"; filename="a.wav"\r\nContent-Type: audio/wav';
    return {
      body: `--b\r\n${sound}\r\n\r\nRIFF\r\n--b--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    };
  }
  return { body: 'bytes', headers: { 'content-type': type, 'content-length': '5' } };
}

/** Fails where an answer is none that the document promises. */
function expectPromised({ operation }: Documented, answer: ApiAnswer, why: string): void {
  const where = `${operation.operationId} ${why}: ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.status, where).toBeLessThan(500);
  const status = String(answer.status) in operation.responses ? String(answer.status) : 'default';
  const type = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  const content = operation.responses[status]?.content;
  if (answer.text === '') return expect(content, where).toBeUndefined();
  const schema = content?.[type]?.schema;
  expect(schema, where).toBeDefined();
  const name = JSON.stringify(schema);
  if (!validators.has(name))
    validators.set(name, z.fromJSONSchema({ ...inDefs(schema as JsonSchema), $defs } as never));
  const parsed = validators.get(name)?.safeParse(answer.json);
  expect(parsed?.error?.issues.slice(0, 3) ?? [], where).toEqual([]);
}

const call = (
  { method, ...rest }: Documented,
  more: { key?: string | null; headers?: Record<string, string> } = {},
) => {
  const { body, headers } = bodyOf({ method, ...rest });
  return api.call(addressOf({ method, ...rest }), {
    method,
    ...(body === undefined ? {} : { body }),
    ...more,
    headers: { ...headers, ...more.headers },
  });
};

/** Long answers of events are read by the tests of events. */
const answered = operations.filter(({ operation }) => operation.operationId !== 'followEvents');

describe('every operation of the document', () => {
  it('answers a valid call as it promises', async () => {
    for (const one of answered) expectPromised(one, await call(one), 'valid');
  });

  it('refuses whoever has no key, or one without its scope', async () => {
    for (const one of operations) {
      const scope = one.operation['x-scope'];
      const other = [...keys].find(([name]) => name !== scope)?.[1] ?? '';
      expect((await call(one, { key: null })).status, one.operation.operationId).toBe(401);
      const refused = await call(one, { key: other });
      expect(refused.json.code, one.operation.operationId).toBe('SCOPE_MISSING');
      expectPromised(one, refused, 'scope');
    }
  });

  it('refuses pages of a browser, and other names of this computer', async () => {
    for (const one of operations) {
      const page = await call(one, { headers: { origin: 'https://example.com' } });
      expect([page.status, page.json.code], one.operation.operationId).toEqual([403, 'ORIGIN_REFUSED']);
      const rebound = await call(one, { headers: { host: `example.com:${api.port}` } });
      expect([rebound.status, rebound.json.code], one.operation.operationId).toEqual([421, 'MISDIRECTED']);
    }
  });

  it('refuses each field that lacks, and each bound that is broken', async () => {
    let count = 0;
    for (const one of answered) {
      const schema = one.operation.requestBody?.content['application/json']?.schema;
      if (!schema) continue;
      const value = bodyOf(one).body;
      for (const broken of brokenOf(document, schema, value)) {
        const answer = await api.call(addressOf(one), { method: one.method, body: broken.value });
        expect(answer.status, `${one.operation.operationId} ${broken.why}: ${answer.text}`).toBe(400);
        expectPromised(one, answer, broken.why);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it('refuses parameters of the address that are beyond their bounds or not there', async () => {
    for (const one of answered) {
      const address = addressOf(one);
      const more = await api.call(`${address}${address.includes('?') ? '&' : '?'}other=1`, {
        method: one.method,
      });
      expect(more.status, one.operation.operationId).toBe(400);
      for (const { name, in: place, schema } of one.operation.parameters ?? []) {
        if (place !== 'query' || typeof schema.maximum !== 'number') continue;
        const wrong = addressOf(one, { [name]: String(schema.maximum + 1) });
        expect((await api.call(wrong, { method: one.method })).status, wrong).toBe(400);
      }
    }
  });
});
