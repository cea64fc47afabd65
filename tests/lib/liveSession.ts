import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineState, LiveLevels, StartLiveInput } from '../../src-shared/contract/engine.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import type { LiveChain } from '../../src-shared/domain/stripSchema.ts';
import { DEFAULT_CLEANING } from '../../src-shared/domain/denoise.ts';
import { DEFAULT_LIVE_CHAIN } from '../../src-shared/domain/liveChain.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import type { Host, HostOptions } from '../../src-main/node/host.ts';
import { connectToHost } from './hostClient.ts';
import { startHostAgain } from './startHostAgain.ts';
import { licenseDataDir, TEST_ISSUERS } from './licensedHost.ts';

/** A headless host beside a sound server, its client, and what it has announced. */
export interface LiveHost {
  dir: string;
  host: Host;
  client: Client<AppContract>;
  states: EngineState[];
  levels: LiveLevels[];
  enginePid(): number;
  close(): Promise<void>;
}

/** Starts a host whose engine finds the sound server of `env` alone, with a licence of this plan. */
export async function startLiveHost(
  env: NodeJS.ProcessEnv,
  plan?: string,
  {
    prepare,
    ...options
  }: Pick<HostOptions, 'platformAddresses' | 'updates'> & { prepare?: (dataDir: string) => void } = {},
): Promise<LiveHost> {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-live-'));
  const dataDir = join(dir, 'data');
  await licenseDataDir(dataDir, plan);
  prepare?.(dataDir);
  const host = await startHostAgain({ dataDir, env, licenceIssuers: TEST_ISSUERS, ...options });
  const client = connectToHost(host);
  const states: EngineState[] = [];
  const levels: LiveLevels[] = [];
  client.subscribe('engine.onStateChanged', (state) => states.push(state));
  client.subscribe('engine.onLevelsMeasured', (measured) => levels.push(measured));
  return {
    dir,
    host,
    client,
    states,
    levels,
    enginePid: () => host.core.engine.pid ?? 0,
    async close() {
      client.close();
      await host.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A chain that changes no level of its own and cleans as files are cleaned, with what a test wants otherwise. */
export function liveChain(changes: Partial<LiveChain> = {}): LiveChain {
  return {
    ...DEFAULT_LIVE_CHAIN,
    inputGain: 100,
    outputVolume: 100,
    denoise: { ...DEFAULT_CLEANING },
    ...changes,
  };
}

/** What `engine.startLive` takes, with the usual values for what a test does not care about. */
export function liveInput(changes: Partial<StartLiveInput> = {}): StartLiveInput {
  return {
    inputDeviceId: null,
    outputDeviceId: null,
    monitor: null,
    sampleRate: 48000,
    bufferFrames: 256,
    chain: liveChain(),
    listening: 'clean',
    presetId: null,
    ...changes,
  };
}

export const waitMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
