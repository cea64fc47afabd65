/**
 * Keeps zod from compiling its schemas with `new Function`: the Content-Security-Policy refuses
 * evaluated code, and the mere attempt is reported as a violation. This is where zod looks for
 * its settings when it loads; `z.config` would come too late for schemas of chunks loaded before.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
