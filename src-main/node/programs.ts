import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Each by its name in `out/node` (vite.node.config.ts), and its source. */
const PROGRAMS = {
  engine: 'src-main/services/engine/process/main.ts',
  render: 'src-main/services/renders/process/main.ts',
  speech: 'src-main/services/speech/process/main.ts',
  backend: 'src-main/node/backendMain.ts',
} as const;

/**
 * The file of a program that is started: its source, or what is built of it, where `SOUNDDESK_BUILT=1` asks for that and it
 * is there. Packages bring no sources, and start in half the time.
 */
export function programPath(
  projectDir: string,
  name: keyof typeof PROGRAMS,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const built = join(projectDir, 'out', 'node', `${name}.js`);
  const source = join(projectDir, PROGRAMS[name]);
  const isBuilt = env.SOUNDDESK_BUILT === '1' || !existsSync(source);
  return isBuilt && existsSync(built) ? built : source;
}
