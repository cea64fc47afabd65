/** Loaded before the app: gives it the stand-in where it imports `electron`. */
import { registerHooks } from 'node:module';

const standIn = new URL('./electron/index.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
