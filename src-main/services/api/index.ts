export { readOwnerKey } from './ownerKey.ts';
export { createApiService, type ApiService } from './service.ts';
