export function notesOf(subjects: readonly string[]): string;
