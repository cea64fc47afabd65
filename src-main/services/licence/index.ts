export type { PinnedIssuer } from './issuers.ts';
export { createPlanGuard, type PlanGuard } from './planGuard.ts';
export { readDeviceLimits } from './deviceLimits.ts';
export { createFileSecretStore } from './fileSecretStore.ts';
export { createFreeTier } from './freeTier.ts';
export type { FindBackend } from './contact.ts';
export { postToBackend } from './post.ts';
export { createLicenceService, type LicenceService } from './service.ts';
export { checkLicence, rememberContact, rememberTime, type LicenceMemory } from './verify.ts';
