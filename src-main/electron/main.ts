/** Entry of the desktop app. What must be said to Electron before it is ready is said here. */
import { app } from 'electron';
import { keepYoungHeapSmall } from '../services/processes/index.ts';
import { startApp } from './app.ts';
import { appPaths } from './paths.ts';
import { registerAppScheme } from './protocol.ts';

keepYoungHeapSmall();
registerAppScheme();
app.enableSandbox();
startApp(appPaths(import.meta.dirname, process.platform));
