export { formatBytes } from '../../lib/bytes.ts';
export { formatRecordedTime } from '../../lib/recordedTime.ts';
