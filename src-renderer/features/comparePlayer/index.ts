import './texts.ts';

export { peaksOf } from './peaks.ts';
export { PlayerControls } from './PlayerControls.tsx';
export { soundInMemory, type ComparedSamples } from './soundInMemory.ts';
export { usePlayer } from './usePlayer.ts';
export { Waveform } from './Waveform.tsx';
