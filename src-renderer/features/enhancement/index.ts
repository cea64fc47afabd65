export { cleanSlice } from './cleanSlice.ts';
export { cleanQueueSlice } from './queue/queueSlice.ts';
export { historySlice } from './historySlice.ts';
export type { StripEditor } from './StripStages.tsx';

/** How noise is taken out of a recording, as a part of another screen, with the chunk that it is in. */
export const loadDenoiseFields = async () => {
  const [{ DenoiseFields }] = await Promise.all([import('./DenoiseFields.tsx'), import('./texts.ts')]);
  return { default: DenoiseFields };
};

/** The stages of a channel as a part of another screen, with the chunk that they are in. */
export const loadStripStages = async () => {
  const [{ StripStages }] = await Promise.all([import('./StripStages.tsx'), import('./texts.ts')]);
  return { default: StripStages };
};
