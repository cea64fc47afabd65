/**
 * Writes what is made from the routes of the API: its OpenAPI document, the part of it that the reference page shows, and
 * the TypeScript client. `src-shared/api/document.test.ts` holds them.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { API_ROUTES, writeClient, writeOpenApi, writeReference } from '../src-shared/api/index.ts';
import { formatted } from './lib/format.mjs';
import { ROOT } from './lib/steps.mjs';

const document = writeOpenApi(API_ROUTES);
const files = {
  'docs/api/openapi.json': JSON.stringify(document),
  'src-renderer/site/api/reference.json': JSON.stringify(writeReference(document)),
  'clients/typescript/sounddesk.ts': writeClient(document),
};
for (const [name, text] of Object.entries(files)) {
  const file = path.join(ROOT, name);
  writeFileSync(file, await formatted(file, text));
}
