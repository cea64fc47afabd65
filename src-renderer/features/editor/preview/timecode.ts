import { secondsOf, type Project } from '../../../../src-shared/domain/edit/document.ts';
import { formatTimecode } from '../../../../src-shared/domain/timecode.ts';

/** A place of the project, counted in its own frames. */
export const timecodeOf = (project: Pick<Project, 'rate'>, frame: number): string =>
  formatTimecode(secondsOf(project, frame), project.rate.num / project.rate.den);

/** By how much something was moved: with its sign, without hours that are none. */
export function signedTimecode(project: Pick<Project, 'rate'>, frames: number): string {
  const text = timecodeOf(project, Math.abs(frames)).replace(/^00:/, '');
  return `${frames < 0 ? '−' : '+'}${text}`;
}

/** The frame of `hh:mm:ss:ff`, `mm:ss`, or a number of seconds; null where it is none of them. */
export function frameOfTimecode(project: Pick<Project, 'rate'>, text: string): number | null {
  const parts = text.trim().split(/[:;]/);
  if (parts.length > 4 || !parts.every((part) => /^\d+$/.test(part))) return null;
  const fps = project.rate.num / project.rate.den;
  const numbers = parts.map(Number);
  const frames = parts.length === 4 ? (numbers.pop() ?? 0) : 0;
  const seconds = numbers.reduce((sum, value) => 60 * sum + value, 0);
  return Math.round(seconds * fps) + frames;
}
