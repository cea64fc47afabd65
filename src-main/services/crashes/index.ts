export { createCrashReports, type CrashReports } from './reports.ts';
export { openSafeMode, type SafeMode } from './safeMode.ts';
