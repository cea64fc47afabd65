/** What the kernel is built from, as one number. */
export function kernelSources(): string;
/** The fingerprint that a kernel carries; null: there is no such file, or it is no kernel. */
export function sourcesOf(file: string): string | null;
