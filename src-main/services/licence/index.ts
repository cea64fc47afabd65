export { createFileSecretStore } from './fileSecretStore.ts';
export { createFreeTier, type FreeTier } from './freeTier.ts';
export { createLicenceService, type LicenceService, type LicenceServiceOptions } from './service.ts';
export { checkLicence, rememberContact, rememberTime, type LicenceMemory } from './verify.ts';
