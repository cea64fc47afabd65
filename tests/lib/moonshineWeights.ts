import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findModel, modelFileName } from '../../src-shared/domain/models/index.ts';

const found = findModel('moonshine-tiny-en');
if (!found) throw new Error('the catalogue has no Moonshine');
export const MOONSHINE = found;
/** What `scripts/fetch-moonshine.mjs` fetches. */
export const MOONSHINE_CACHE = join(import.meta.dirname, '../../.cache/moonshine');
/** In the order of the catalogue. */
export const MOONSHINE_FILES = MOONSHINE.files.map((file) => join(MOONSHINE_CACHE, modelFileName(file)));
export const hasMoonshine = (): boolean => MOONSHINE_FILES.every((file) => existsSync(file));
