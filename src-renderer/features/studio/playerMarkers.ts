import type { TakeMarker } from '../../../src-shared/contract/takes.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { createClientThunk } from '../../platform/index.ts';
import { failed } from './failed.ts';

export const writeMarkers = createClientThunk(
  'studio/writeMarkers',
  async (input: { id: string; markers: TakeMarker[] }, { client }) =>
    unwrap(await client.call('takes.writeMarkers', input)),
  failed('markers'),
);
