import { describe, expect, it } from 'vitest';
import { rankCommand } from './rankCommand.ts';

/** Names with their keywords, the best first, without those that do not go by it. */
function ranked(typed: string, commands: Record<string, string[]>): string[] {
  return Object.entries(commands)
    .map(([name, keywords]) => ({ name, score: rankCommand(typed, name, keywords) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);
}

const COMMANDS = {
  'Start recording': ['take', 'record'],
  'Stop noise cancellation': ['noise'],
  'Recording Studio': [],
  'Meeting Recorder': ['record'],
  'Audio Enhancement': ['sounddesk audio enhancement'],
  'Use preset Cafe - Noisy': ['Public'],
  'Dark theme': ['Theme', 'color'],
  'Light theme': ['Theme', 'color'],
  'Language: Français': ['Language', 'fr'],
};

describe('what is typed in the command palette', () => {
  it.each([
    ['start rec', 'Start recording'],
    ['recording', 'Recording Studio'],
    ['dark', 'Dark theme'],
    ['theme dark', 'Dark theme'],
    ['audio enh', 'Audio Enhancement'],
    ['ae', 'Audio Enhancement'],
    ['cafe', 'Use preset Cafe - Noisy'],
    ['CAFÉ', 'Use preset Cafe - Noisy'],
    ['francais', 'Language: Français'],
    ['stop', 'Stop noise cancellation'],
    ['studio', 'Recording Studio'],
  ])('%s has its best match first', (typed, best) => {
    expect(ranked(typed, COMMANDS)[0]).toBe(best);
  });

  it('finds a name with dots and dashes as it is written', () => {
    expect(rankCommand('2026-11-25 16.43.20', 'Play 2026-11-25 16.43.20')).toBeGreaterThan(0.7);
    expect(rankCommand('16.43', 'Play 2026-11-25 16.43.20')).toBeGreaterThan(0.7);
    expect(rankCommand('...', 'Play 2026-11-25 16.43.20')).toBe(0);
  });

  it('puts a name before a keyword, the beginning of a word before its middle, and the shorter of equals first', () => {
    expect(ranked('record', COMMANDS).slice(-1)).toEqual(['Meeting Recorder']);
    expect(ranked('art', { 'Start it': [], 'Art of noise': [] })).toEqual(['Art of noise', 'Start it']);
    expect(ranked('take', { 'Take one of many': [], 'Take one': [] })).toEqual([
      'Take one',
      'Take one of many',
    ]);
  });

  it('must be found whole', () => {
    expect(ranked('dark recording', COMMANDS)).toEqual([]);
    expect(ranked('xyz', COMMANDS)).toEqual([]);
  });

  it('is anything while it is nothing', () => {
    expect(rankCommand('  ', 'Dark theme')).toBe(1);
    expect(rankCommand('dark theme', 'Dark theme')).toBe(1);
  });
});
