import { describe, expect, it } from 'vitest';
import { createHostService } from './index.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';

const NO_ECHO = 'This build has no echo cancellation. Use headphones instead.';
const { signal } = new AbortController();

const describeWith = async (probeEngine: () => Promise<{ echoRefusal: string | null }>) => {
  const dataDir = temporaryDir();
  const { handlers } = createHostService({
    runtime: 'node',
    version: '1.2.3',
    operatingSystem: 'test',
    probeEngine,
    pluginHostPath: dataDir,
    env: {},
    dataDir,
    hasDatabase: () => false,
  });
  return (await handlers['host.describe'](undefined, { signal })).capabilities;
};

describe('echo cancellation', () => {
  it('is offered where the engine was built with it', async () => {
    const { echoCancellation } = await describeWith(() => Promise.resolve({ echoRefusal: null }));
    expect(echoCancellation).toEqual({ supported: true });
  });

  it('is said to be missing where it was not, and all else is offered', async () => {
    const { echoCancellation, liveCleaning } = await describeWith(() =>
      Promise.resolve({ echoRefusal: NO_ECHO }),
    );
    expect(echoCancellation).toEqual({ supported: false, reason: NO_ECHO });
    expect(liveCleaning).toEqual({ supported: true });
  });

  it('is missing with the engine', async () => {
    const missing = new RpcError('ENGINE_UNAVAILABLE', 'There is no engine.');
    const { echoCancellation } = await describeWith(() => Promise.reject(missing));
    expect(echoCancellation).toEqual({ supported: false, reason: missing.message });
  });
});
