export { LicenceGate } from './LicenceGate.tsx';
export { LicencePill } from './LicencePill.tsx';
export {
  LICENCE_THUNKS,
  licenceChanged,
  licenceSlice,
  readLicence,
  selectRecordingLimits,
} from './licenceSlice.ts';
