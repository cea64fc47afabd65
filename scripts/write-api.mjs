/** Writes what is made from the routes of the API: its OpenAPI document. `src-shared/api/document.test.ts` holds it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { API_ROUTES, writeOpenApi } from '../src-shared/api/index.ts';
import { ROOT } from './lib/steps.mjs';

const file = path.join(ROOT, 'docs/api/openapi.json');
const text = JSON.stringify(writeOpenApi(API_ROUTES));
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
