/** What every function does before its own work: method, form, and how often. */
import type { z } from 'zod';
import { answer, failure, isWithinLimit, type FunctionEnvironment, type Handler } from './environment.ts';

const TRIES = 60;
const WINDOW_SEC = 600;

export function guarded<S extends z.ZodType>(
  environment: FunctionEnvironment,
  bucket: string,
  schema: S,
  act: (input: z.infer<S>, request: Request) => Promise<Response>,
  tries = TRIES,
): Handler {
  return async (request) => {
    if (request.method === 'OPTIONS') return answer(200, {});
    if (request.method !== 'POST') return failure(405, 'BAD_METHOD', 'This function takes POST.');
    const input = schema.safeParse(await request.json().catch(() => null));
    if (!input.success)
      return failure(400, 'BAD_INPUT', input.error.issues[0]?.message ?? 'The input is wrong.');
    if (!(await isWithinLimit(environment, request, bucket, tries, WINDOW_SEC)))
      return failure(429, 'TOO_MANY_REQUESTS', 'Too many tries. Wait ten minutes and try again.');
    return act(input.data, request);
  };
}
