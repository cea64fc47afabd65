export { broadcastSlice } from './broadcastSlice.ts';
export { viewChanged as broadcastReported } from './broadcastThunks.ts';
export { scenesSlice } from './scenes/scenesSlice.ts';
export { soundsSlice } from './sounds/soundsSlice.ts';
export { followSceneEdits } from './scenes/sceneThunks.ts';
export { followSceneRequests } from './sceneRequests.ts';
export { onBroadcastAsked } from './startRequests.ts';
export { LivePill } from './LivePill.tsx';
