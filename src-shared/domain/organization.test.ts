import { expect, it } from 'vitest';
import { initialsOf } from './organization.ts';

it.each([
  ['Maria Rossi', 'm@example.org', 'MR'],
  ['  Maria  da  Silva ', 'm@example.org', 'MS'],
  ['Maria', 'x@example.org', 'M'],
  ['', 'ben@example.org', 'B'],
  ['🎧 Studio', 'x@example.org', '🎧S'],
  ['', '', '?'],
])('%j with %j is drawn as %j', (name, email, initials) => {
  expect(initialsOf(name, email)).toBe(initials);
});
