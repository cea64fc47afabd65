export { licenceEffects } from './effects.ts';
export { LicenceGate } from './LicenceGate.tsx';
export { LicencePanel } from './LicencePanel.tsx';
export { LicencePill } from './LicencePill.tsx';
export { UsePlanHere } from './UsePlanHere.tsx';
export {
  licenceChanged,
  licenceSlice,
  readLicence,
  selectLicence,
  selectCleaningLimits,
  selectRecordingLimits,
} from './licenceSlice.ts';
