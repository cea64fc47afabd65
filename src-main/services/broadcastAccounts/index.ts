export type { PlatformAddresses } from './platforms.ts';
export { createBroadcastAccounts, type BroadcastAccountsService } from './service.ts';
