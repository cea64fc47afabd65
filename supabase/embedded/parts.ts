/** What the backend is made of, beside its code: SQL files, and in a package also the programs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** In a bundle the code lies elsewhere: anyone who starts it says where the parts are. */
const PARTS_DIR = process.env.SOUNDDESK_BACKEND_PARTS || join(import.meta.dirname, '..');

export const MIGRATIONS_DIR = join(PARTS_DIR, 'migrations');
/** Migrations from before they were one file an area, for databases that lack them. */
export const EARLIER_DIR = join(PARTS_DIR, 'embedded', 'earlier');
export const BOOTSTRAP_FILE = join(PARTS_DIR, 'embedded', 'bootstrap.sql');
export const AUTH_SCHEMA_FILE = join(PARTS_DIR, 'embedded', 'authSchema.sql');

/** A program that a package brought along; null in a checkout, where npm did. */
export function packedProgram(name: 'native' | 'postgrest'): string | null {
  const path = join(PARTS_DIR, name);
  return existsSync(path) ? path : null;
}
