import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { HTML_SINKS } from './scripts/lib/htmlSinks.mjs';

/** One way to look for an element: tests/lib/exactLocators.ts, decision 66. */
const EXACT_LOCATORS = {
  'no-restricted-syntax': [
    'error',
    {
      selector:
        "CallExpression[callee.property.name=/^getBy(Role|Text|Label|Placeholder|Title|AltText)$/] > ObjectExpression > Property[key.name='exact']",
      message: 'A string is a whole name or text in tests; for a part of one write a regular expression.',
    },
  ],
  'no-restricted-imports': [
    'error',
    {
      name: 'playwright',
      importNames: ['chromium', 'firefox', 'webkit', '_electron', 'default'],
      message:
        'Launch by tests/lib/chromium.ts or tests/lib/exactLocators.ts, so that a string is a whole name.',
    },
  ],
};

const PROJECT_FILES = ['src-*/**/*.{ts,tsx}', 'supabase/**/*.ts', 'tests/**/*.{ts,tsx}'];

/** The sizes of type have names: `--text-…` in src-renderer/ui/theme.css. */
const NAMED_SIZES = {
  selector:
    'Literal[value=/text-\\[[0-9.]+(rem|px)\\]/], TemplateElement[value.raw=/text-\\[[0-9.]+(rem|px)\\]/]',
  message: 'A size of type has a name: see --text-… in src-renderer/ui/theme.css.',
};

export default tseslint.config(
  { ignores: ['out/', 'native/build/', '.cache/', 'screenshots/', '**/*.d.ts'] },
  {
    files: PROJECT_FILES,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      'max-lines': ['error', { max: 500 }],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      // Promise rejections carry RpcError through generic plumbing.
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      // Product code takes randomness as an argument: nothing on a screen may be made up.
      'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
    },
  },
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...HTML_SINKS, NAMED_SIZES],
      'no-restricted-globals': ['error', { name: 'alert' }, { name: 'confirm' }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ['src-shared/**/*.ts', 'src-preload/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...HTML_SINKS] },
  },
  {
    files: ['**/*.{mjs,js}'],
    extends: [tseslint.configs.base],
    rules: { 'max-lines': ['error', { max: 500 }], 'no-undef': 'off', eqeqeq: 'error' },
  },
  {
    files: ['src-*/**/*.{ts,tsx}', 'supabase/**/*.ts', '{scripts,bin,build}/**/*.{mjs,js}'],
    ignores: ['**/*.test.*'],
    rules: { 'max-lines-per-function': ['error', { max: 80 }] },
  },
  {
    files: ['tests/**/*.ts', 'scripts/**/*.mjs'],
    ignores: ['tests/lib/exactLocators.ts'],
    rules: EXACT_LOCATORS,
  },
);
