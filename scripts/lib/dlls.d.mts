export function missingDlls(files: readonly string[]): string[];
