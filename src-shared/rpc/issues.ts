import type { z } from 'zod';

/** What is wrong with an input, in one line: `denoise.sensitivity: Too big: expected number to be <=100`. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message))
    .join('; ');
}
