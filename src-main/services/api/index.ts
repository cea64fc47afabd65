export { createApiService, type ApiService } from './service.ts';
