/** Entry of the backend's own process. */
import { runStarted } from './backendProcess.ts';

// Handles that are still open must not keep a backend that has ended.
process.exit(await runStarted());
