import { existsSync } from 'node:fs';
import { release } from 'node:os';
import { readConfinement } from '../../services/plugins/index.ts';
import { PLUGIN_HOST_PATH } from '../project.ts';
import type { Finding } from './finding.ts';

/** What plug-ins are kept from: they are other people's programs. */
export async function checkPlugins(): Promise<Finding> {
  const about = { id: 'pluginConfinement', name: 'Plug-in confinement' };
  if (!existsSync(PLUGIN_HOST_PATH)) {
    return {
      ...about,
      status: 'missing',
      detail: 'the program that loads plug-ins was not built: there are no plug-ins',
      remedy:
        'sudo apt-get install juce-modules-source-data nlohmann-json3-dev libx11-dev, then run "npm start" once.',
    };
  }
  if (process.platform !== 'linux') {
    return {
      ...about,
      status: 'missing',
      detail: 'not on this system: plug-ins can read your files and use the network, as in other programs',
      remedy: 'Use plug-ins of makers that you trust.',
    };
  }
  const { files, network, signals, programs } = await readConfinement(PLUGIN_HOST_PATH, process.env);
  const allowed = [
    ...(files ? [] : ['read your files']),
    ...(network ? [] : ['use the network']),
    ...(signals ? [] : ['end other programs']),
    ...(programs ? [] : ['start other programs']),
  ];
  if (allowed.length === 0) {
    const detail = 'plug-ins see their own files alone, and no network';
    return { ...about, status: 'works', detail, remedy: null };
  }
  return {
    ...about,
    status: 'missing',
    detail: `on this kernel (${release()}) plug-ins can ${allowed.join(', ')}`,
    remedy:
      'Linux 6.12 or newer with Landlock and seccomp keeps them from it. Use plug-ins of makers that you trust.',
  };
}
