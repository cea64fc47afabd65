import { config } from 'zod';

/**
 * Keeps zod from compiling its schemas with `new Function`: the Content-Security-Policy refuses
 * evaluated code, and the mere attempt is reported as a violation. Imported before any schema.
 */
config({ jitless: true });
