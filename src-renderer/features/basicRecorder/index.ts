export { BasicRecordings } from './BasicRecordings.tsx';
export { BasicStorageCard } from './BasicStorageCard.tsx';
export { basicRecorder, toRpcError, type BasicRecorderState } from './basicRecorder.ts';
export { picturesStateOf, endedPicturesOf, followRecorder } from './picturesState.ts';
export { openMicrophone } from './openMicrophone.ts';
export { useBasicLibrary, type BasicLibrary } from './useBasicLibrary.ts';
export { MissingBasic } from './MissingBasic.tsx';
