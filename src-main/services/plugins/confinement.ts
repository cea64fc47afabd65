import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pluginConfinementSchema, type PluginConfinement } from '../../../src-shared/contract/plugins.ts';
import { pluginEnvironment } from '../engine/index.ts';

/** The program answers in milliseconds; a machine that is busy may take its time. */
const ANSWER_LIMIT_MS = 20_000;

const NOTHING: PluginConfinement = { files: false, network: false, signals: false, programs: false };

/** What this machine can deny plug-ins: the program that loads them tries it on itself. */
export async function readConfinement(hostPath: string, env: NodeJS.ProcessEnv): Promise<PluginConfinement> {
  if (process.platform !== 'linux') return NOTHING;
  try {
    const { stdout } = await promisify(execFile)(hostPath, ['confinement'], {
      env: pluginEnvironment(env),
      timeout: ANSWER_LIMIT_MS,
    });
    return pluginConfinementSchema.parse(JSON.parse(stdout));
  } catch {
    // Where the program is missing no plug-in is loaded, which is reported where one would be.
    return NOTHING;
  }
}
