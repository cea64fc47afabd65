export { broadcastSlice } from './broadcastSlice.ts';
export { viewChanged as broadcastReported } from './broadcastThunks.ts';
export { scenesSlice } from './scenes/scenesSlice.ts';
export { soundsSlice } from './sounds/soundsSlice.ts';
export { LivePill } from './LivePill.tsx';
