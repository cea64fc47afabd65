export { RecorderCheck } from './RecorderCheck.tsx';
