export { LicenceGate } from './LicenceGate.tsx';
export { LicencePill } from './LicencePill.tsx';
export { UsePlanHere } from './UsePlanHere.tsx';
export {
  LICENCE_THUNKS,
  licenceChanged,
  licenceSlice,
  readLicence,
  selectLicence,
  selectRecordingLimits,
} from './licenceSlice.ts';
