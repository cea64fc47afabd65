export { PageRecordings, PageRecovered, PageStorage, useLibrary } from './PageLibrary.tsx';
export { basicRecorder, toRpcError, type BasicRecorderState } from './basicRecorder.ts';
export { picturesStateOf, followRecorder } from './picturesState.ts';
export { openMicrophone } from './openMicrophone.ts';
export { useSoundLevel } from './useSoundLevel.ts';
export { BasicFrame } from './BasicFrame.tsx';
