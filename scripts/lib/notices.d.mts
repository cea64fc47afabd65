export interface Notice {
  name: string;
  version: string;
  licence: string;
  use: string;
  text: string;
}
export function isTaken(expression: string): boolean;
export function runtimePackages(root: string): string[];
export function packageOf(file: string): string | null;
export function collectNotices(
  root: string,
  places: readonly string[],
): { notices: Notice[]; problems: string[] };
export function noticesText(notices: readonly Notice[]): string;
