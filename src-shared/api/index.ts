export { API_SCOPES, type ApiScope } from '../contract/api.ts';
export { EXPOSED_EVENTS, NOT_EXPOSED } from './exposure.ts';
export { writeClient } from './client.ts';
export { writeOpenApi } from './openApi.ts';
export { writeReference } from './reference.ts';
export {
  operationOf,
  DEFAULT_PAGE_ITEMS,
  MAX_PAGE_ITEMS,
  type JsonSchema,
  type Operation,
} from './operation.ts';
export { problemSchema, statusOf, titleOf, type Problem, type ProblemCode } from './problem.ts';
export { API_ROOT, DEFAULT_API_PORT, type ApiRoute, type DownloadOf, type RecipeName } from './route.ts';
export { fieldsOf, requestOf, type ApiCallRequest } from './request.ts';
export { API_ROUTES } from './routes/index.ts';
export { jobSchema, type Job } from './jobs.ts';
