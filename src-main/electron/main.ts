/** Entry of the desktop app. What must be said to Electron before it is ready is said here. */
import { app } from 'electron';
import { startApp } from './app.ts';
import { appPaths } from './paths.ts';
import { registerAppScheme } from './protocol.ts';

registerAppScheme();
app.enableSandbox();
startApp(appPaths(import.meta.dirname, process.platform));
