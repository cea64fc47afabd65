import './texts.ts';

export { readToday, todayChanged, todaySlice } from './todaySlice.ts';
export { SessionTimer } from './SessionTimer.tsx';
export { useDeviceLine } from './useDeviceLine.ts';
export { useLiveToggle } from './useLiveToggle.ts';
