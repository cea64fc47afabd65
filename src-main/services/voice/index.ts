export { createFileVoiceStore } from './fileStore.ts';
export { createConsentFolder } from './consentFolder.ts';
