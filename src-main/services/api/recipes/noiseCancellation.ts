import type { noiseCancellationInput } from '../../../../src-shared/api/documented.ts';
import { liveInputOf, type LiveLevels } from '../../../../src-shared/contract/engine.ts';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import { chainOfPreset } from '../../../../src-shared/domain/liveChain.ts';
import { ApiError } from '../reply.ts';
import type { RecipeContext } from './context.ts';
import type { z } from 'zod';

/** So long the first figures are waited for. */
const FIRST_LEVELS_MS = 500;

type Input = z.output<typeof noiseCancellationInput>;

/** A session on the devices of Settings, with the values of a preset or others in their place. */
export async function startNoiseCancellation({ client, input }: RecipeContext<Input>) {
  if (!input.realTime)
    throw new ApiError(
      'BAD_OPTION',
      'Live sound alone is cleaned here. Recordings are cleaned by cleanVoices.',
    );
  const { presets } = unwrap(await client.call('presets.list'));
  const preset = presets.find(({ id }) => id === input.profile);
  if (!preset) throw new ApiError('PRESET_NOT_FOUND', `There is no preset “${input.profile}”.`);
  const settings = unwrap(await client.call('settings.read'));
  const { sensitivity = preset.sensitivity, noiseReduction = preset.noiseReduction } = input;
  const chain = chainOfPreset(settings.chain, { ...preset, sensitivity, noiseReduction });
  const levels = firstLevels(client);
  const state = unwrap(
    await client.call('engine.startLive', { ...liveInputOf({ ...settings, chain }), presetId: preset.id }),
  );
  const measured = await levels;
  return {
    sessionId: `session-${state.live?.startedAtMs ?? 0}`,
    status: state.live ? 'active' : 'inactive',
    profile: state.live?.presetId ?? null,
    metrics: { latencyMs: measured?.latencyP50Ms ?? null, reductionDb: measured?.reductionDb ?? null },
  };
}

function firstLevels(client: RecipeContext<Input>['client']): Promise<LiveLevels | null> {
  return new Promise((resolve) => {
    const end = (levels: LiveLevels | null) => {
      clearTimeout(timer);
      stop();
      resolve(levels);
    };
    const stop = client.subscribe('engine.onLevelsMeasured', end);
    const timer = setTimeout(() => end(null), FIRST_LEVELS_MS);
  });
}
