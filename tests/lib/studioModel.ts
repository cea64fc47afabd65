import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where `scripts/fetch-studio.mjs` puts the model of the engine studio, which is no part of the repository. */
export const STUDIO_CACHE = join(import.meta.dirname, '..', '..', '.cache', 'studio');
export const STUDIO_MODEL_FILE = join(STUDIO_CACHE, 'DeepFilterNet3_onnx.tar.gz');

/** Tests of the real model are skipped without it. */
export const hasStudioModel = existsSync(STUDIO_MODEL_FILE);
