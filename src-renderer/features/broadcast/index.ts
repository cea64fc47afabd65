export { broadcastSlice } from './broadcastSlice.ts';
export { viewChanged as broadcastReported } from './broadcastThunks.ts';
export { scenesSlice } from './scenes/scenesSlice.ts';
export { LivePill } from './LivePill.tsx';
