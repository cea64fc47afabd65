import { describe, expect, it } from 'vitest';
import { reach } from './changed.mjs';

const module = (source, ...dependencies) => ({
  source,
  dependencies: dependencies.map((each) =>
    typeof each === 'string' ? { resolved: each, dynamic: false } : { resolved: each.later, dynamic: true },
  ),
});

const STUDIO = 'src-renderer/features/studio/StudioScreen.tsx';
const MODULES = [
  module('src-shared/domain/tempo.ts'),
  module('src-shared/domain/tempo.test.ts', 'src-shared/domain/tempo.ts'),
  module('src-main/node/cli/main.ts', 'src-shared/domain/tempo.ts'),
  module('src-renderer/app/main.tsx', 'src-renderer/app/screens.ts', 'src-renderer/ui/Button.tsx'),
  module('src-renderer/app/screens.ts', { later: STUDIO }),
  module(STUDIO, 'src-renderer/features/studio/Strip.tsx'),
  module('src-renderer/features/studio/Strip.tsx'),
  module('src-renderer/ui/Button.tsx'),
  module('supabase/embedded/migrate.ts'),
  module('tests/backend/books.test.ts', 'supabase/embedded/migrate.ts'),
  module('tests/e2e/help.test.ts'),
  module('tests/e2e/studio.test.ts', 'tests/lib/studioPage.ts'),
  module('tests/lib/studioPage.ts'),
  module('tests/lib/commandLine.ts'),
  module('tests/integration/command.test.ts', 'tests/lib/commandLine.ts'),
];
const TEXTS = { 'tests/lib/studioPage.ts': 'export const openStudio = …' };
const reachedBy = (...files) => reach(files, MODULES, (file) => TEXTS[file] ?? '').tests;

describe('what a change reaches', () => {
  it('is what imports it, at second hand too, and what starts a program that does', () => {
    expect(reachedBy('src-shared/domain/tempo.ts')).toEqual([
      'src-shared/domain/tempo.test.ts',
      'tests/integration/command.test.ts',
    ]);
  });

  it('is the browser tests that name a screen which is loaded later, and all of them where every page has it', () => {
    expect(reachedBy('src-renderer/features/studio/Strip.tsx')).toEqual(['tests/e2e/studio.test.ts']);
    expect(reachedBy('src-renderer/ui/Button.tsx')).toEqual([
      'tests/e2e/help.test.ts',
      'tests/e2e/studio.test.ts',
    ]);
  });

  it('is the tests of the database where a migration is new', () => {
    expect(reachedBy('supabase/migrations/20261124000001_new.sql')).toEqual(['tests/backend/books.test.ts']);
  });

  it('is the whole product for the engine, everything for what all tests read, and nothing for a text', () => {
    const engine = reach(['native/engine/strip.cpp'], MODULES, () => '');
    expect(engine).toMatchObject({ isAll: false, hasNative: true });
    expect(engine.tests).toEqual([
      'tests/e2e/help.test.ts',
      'tests/e2e/studio.test.ts',
      'tests/integration/command.test.ts',
    ]);
    expect(reach(['package-lock.json'], MODULES, () => '').isAll).toBe(true);
    expect(reachedBy('docs/security.md')).toEqual([]);
  });
});
