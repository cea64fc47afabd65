export { voiceAiSlice } from './voiceSlice.ts';
