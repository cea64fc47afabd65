import { unwrap } from '../../../src-shared/contract/errors.ts';
import { createClientThunk } from '../../platform/index.ts';

/** What the host's computer plays into, as a recording would hear it; null: nothing. */
export const findSystemDevice = createClientThunk(
  'recorderCheck/findSystemDevice',
  async (_: void, { client }): Promise<string | null> => {
    const played = unwrap(await client.call('devices.listSystemAudio'));
    return (played.find(({ isDefault }) => isDefault) ?? played[0])?.id ?? null;
  },
  'inPlace',
);
