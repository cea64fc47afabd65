import { createRequire } from 'node:module';
import path from 'node:path';
import type { Addon } from '../../src-main/services/engine/process/addon.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The addon as it was built here. */
export function loadBuiltAddon(): Addon {
  return createRequire(import.meta.url)(path.join(ROOT, 'native/build/Release/sounddesk.node')) as Addon;
}
