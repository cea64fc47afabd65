export { useEngine } from './useEngine.ts';
export { voiceAiSlice } from './voiceSlice.ts';
