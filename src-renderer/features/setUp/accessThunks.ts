import { unwrap } from '../../../src-shared/contract/errors.ts';
import { createClientThunk } from '../../platform/index.ts';

export const readMicrophoneAccess = createClientThunk(
  'setUp/readAccess',
  async (_: void, { client }) => unwrap(await client.call('microphoneAccess.read')),
  'inPlace',
);

export const openMicrophoneSettings = createClientThunk(
  'setUp/openSettings',
  async (_: void, { client }) => unwrap(await client.call('microphoneAccess.openSettings')),
  'inPlace',
);
