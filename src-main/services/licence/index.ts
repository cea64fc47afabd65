export { checkLicence, rememberContact, rememberTime, type LicenceMemory } from './verify.ts';
