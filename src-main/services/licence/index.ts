export {
  checkLicence,
  rememberContact,
  rememberTime,
  type LicenceCheck,
  type LicenceClaims,
  type LicenceMemory,
  type LicenceState,
} from './verify.ts';
