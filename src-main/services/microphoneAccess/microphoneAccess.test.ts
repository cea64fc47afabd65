import { describe, expect, it } from 'vitest';
import type { MicrophoneAccessState } from '../../../src-shared/contract/microphoneAccess.ts';
import { createMicrophoneAccess } from './index.ts';

const context = { signal: new AbortController().signal };

function open(status: MicrophoneAccessState['status'], answer = true) {
  const done: string[] = [];
  const service = createMicrophoneAccess(
    {
      read: () => status,
      ask: async () => {
        done.push('asked');
        return await Promise.resolve(answer);
      },
      openSettings: async () => {
        done.push('settings');
        await Promise.resolve();
      },
    },
    'darwin',
  );
  return { ...service, done };
}

describe('leave to hear', () => {
  it('is asked for once, where nobody has been asked', async () => {
    const { requireLeave, done } = open('notAsked');
    await requireLeave();
    expect(done).toEqual(['asked']);
  });

  it.each(['granted', 'unknown'] as const)('is not asked for where it is %s', async (status) => {
    const { requireLeave, done } = open(status, false);
    await requireLeave();
    expect(done).toEqual([]);
  });

  it.each([
    ['denied', 'denied', true],
    ['restricted', 'restricted', true],
    ['refused now', 'notAsked', false],
  ] as const)('that is %s is said, instead of silence', async (_, status, answer) => {
    await expect(open(status, answer).requireLeave()).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
  });

  it('is changed in the settings of the system', async () => {
    const { handlers, done } = open('denied');
    expect(await handlers['microphoneAccess.read'](undefined, context)).toEqual({
      system: 'mac',
      status: 'denied',
      canOpenSettings: true,
    });
    await handlers['microphoneAccess.openSettings'](undefined, context);
    expect(done).toEqual(['settings']);
  });

  it('is not known where a host has no such question', async () => {
    const { handlers, requireLeave } = createMicrophoneAccess(null, 'linux');
    await requireLeave();
    expect(await handlers['microphoneAccess.read'](undefined, context)).toEqual({
      system: 'linux',
      status: 'unknown',
      canOpenSettings: false,
    });
    await expect(async () =>
      handlers['microphoneAccess.openSettings'](undefined, context),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });
});
