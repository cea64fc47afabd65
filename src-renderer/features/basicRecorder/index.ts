export { BasicRecordings } from './BasicRecordings.tsx';
export { BasicStorageCard } from './BasicStorageCard.tsx';
export { basicRecorder, toRpcError, type BasicRecorderState } from './basicRecorder.ts';
export { picturesStateOf, followRecorder } from './picturesState.ts';
export { openMicrophone } from './openMicrophone.ts';
export { useBasicLibrary } from './useBasicLibrary.ts';
export { useSoundLevel } from './useSoundLevel.ts';
export { BasicFrame } from './BasicFrame.tsx';
