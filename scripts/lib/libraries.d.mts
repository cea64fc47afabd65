export function neededBy(file: string): string[];
export function bundleLibraries(programs: readonly string[], folder: string): string[];
export function missingLibraries(programs: readonly string[], folder: string): string[];
