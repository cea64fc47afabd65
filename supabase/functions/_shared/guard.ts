/** What every function does before its own work: method, form, and how often. */
import type { z } from 'zod';
import { readBytes } from './body.ts';
import { answer, failure, isWithinLimit, type FunctionEnvironment, type Handler } from './environment.ts';

const TRIES = 60;
const WINDOW_SEC = 600;
/** The largest is feedback with its diagnostics. */
const MAX_BODY_BYTES = 1024 * 1024;

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
    const body = await readBytes(request, MAX_BODY_BYTES);
    if (!body) return failure(413, 'TOO_LARGE', 'This is too large.');
    const input = schema.safeParse(parseJson(body));
    if (!input.success)
      return failure(400, 'BAD_INPUT', input.error.issues[0]?.message ?? 'The input is wrong.');
    if (!(await isWithinLimit(environment, request, bucket, tries, WINDOW_SEC)))
      return failure(429, 'TOO_MANY_REQUESTS', 'Too many tries. Wait ten minutes and try again.');
    return act(input.data, request);
  };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    // Answered as an input that is wrong.
    return null;
  }
}
