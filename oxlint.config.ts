import { defineConfig } from 'oxlint';
import { HTML_SINKS } from './scripts/lib/htmlSinks.mjs';

/** `no-restricted-syntax` of ESLint, which Oxlint has as a plug-in. */
const SYNTAX = 'eslint-js/no-restricted-syntax';

/** A rule's level, and its options. */
type Rule = ['error', ...object[]];

/** One way to look for an element: tests/lib/exactLocators.ts, decision 66. */
const EXACT_LOCATORS: Record<string, Rule> = {
  [SYNTAX]: [
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
      paths: [
        {
          name: 'playwright',
          importNames: ['chromium', 'firefox', 'webkit', '_electron', 'default'],
          message:
            'Launch by tests/lib/chromium.ts or tests/lib/exactLocators.ts, so that a string is a whole name.',
        },
      ],
    },
  ],
};

/** Services have methods, and handlers wrap them. */
const HANDLER_CALLS = [
  {
    selector:
      "CallExpression[callee.type='MemberExpression'][callee.object.property.name='handlers']:not([arguments.1.name='context'])",
    message:
      'A service is called by its methods. A handler is called by the router, or by what wraps it, with its `context`.',
  },
  {
    selector: "Property[key.name='signal'] > MemberExpression > NewExpression[callee.name='AbortController']",
    message: 'Give the signal of the call that asks, or let the service have a method that needs none.',
  },
];

/** The hook of react-i18next, with cheaper types. */
const TEXTS: Rule = [
  'error',
  {
    paths: [
      {
        name: 'react-i18next',
        importNames: ['useTranslation', 'Trans'],
        message: 'Take useTranslation of src-renderer/lib/useTranslation.ts.',
      },
    ],
  },
];

const PROJECT_FILES = ['src-*/**/*.{ts,tsx}', 'supabase/**/*.ts', 'tests/**/*.{ts,tsx}'];

/** The sizes of type have names: `--text-…` in src-renderer/ui/theme.css. */
const NAMED_SIZES = {
  selector:
    'Literal[value=/text-\\[[0-9.]+(rem|px)\\]/], TemplateElement[value.raw=/text-\\[[0-9.]+(rem|px)\\]/]',
  message: 'A size of type has a name: see --text-… in src-renderer/ui/theme.css.',
};

const errors = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'error' as const]));

/** Those of typescript-eslint's `recommendedTypeChecked` and of React's compiler, by their names here. */
const CORE = errors('no-var', 'prefer-const', 'prefer-rest-params', 'prefer-spread', 'no-console', 'eqeqeq');
const TYPESCRIPT = errors(
  ...[
    'await-thenable ban-ts-comment no-array-constructor no-array-delete no-base-to-string no-duplicate-enum-values',
    'no-duplicate-type-constituents no-empty-object-type no-explicit-any no-extra-non-null-assertion no-floating-promises',
    'no-for-in-array no-implied-eval no-misused-new no-misused-promises no-namespace no-non-null-asserted-optional-chain',
    'no-redundant-type-constituents no-require-imports no-this-alias no-unnecessary-type-assertion',
    'no-unnecessary-type-constraint no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-declaration-merging',
    'no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus',
    'no-wrapper-object-types only-throw-error prefer-as-const prefer-namespace-keyword',
    'restrict-plus-operands restrict-template-expressions triple-slash-reference unbound-method consistent-type-imports',
    'switch-exhaustiveness-check',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `typescript/${name}`),
);
const REACT = errors(
  ...[
    'rules-of-hooks exhaustive-deps static-components use-memo preserve-manual-memoization incompatible-library',
    'immutability globals refs set-state-in-effect error-boundaries purity set-state-in-render unsupported-syntax',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `react/${name}`),
);

export default defineConfig({
  plugins: ['typescript', 'react'],
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'off' },
  ignorePatterns: ['out/', 'native/build/', '.cache/', 'screenshots/', '**/*.d.ts', '**/*.d.mts'],
  overrides: [
    {
      files: PROJECT_FILES,
      rules: {
        ...CORE,
        ...TYPESCRIPT,
        ...REACT,
        'max-lines': ['error', { max: 500 }],
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        'no-unused-expressions': 'error',
        // Product code takes randomness as an argument: nothing on a screen may be made up.
        'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
      },
    },
    {
      files: ['src-renderer/**/*.{ts,tsx}'],
      rules: {
        [SYNTAX]: ['error', ...HTML_SINKS, NAMED_SIZES],
        'no-restricted-globals': ['error', { name: 'alert' }, { name: 'confirm' }],
        'no-restricted-imports': TEXTS,
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      },
    },
    { files: ['src-renderer/lib/useTranslation.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: ['src-shared/**/*.ts', 'src-preload/**/*.ts'],
      rules: { [SYNTAX]: ['error', ...HTML_SINKS] },
    },
    {
      files: ['src-{main,node}/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: { [SYNTAX]: ['error', ...HANDLER_CALLS] },
    },
    {
      files: ['src-shared/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: { [SYNTAX]: ['error', ...HTML_SINKS, ...HANDLER_CALLS] },
    },
    {
      files: ['src-renderer/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.{ts,tsx}'],
      rules: { [SYNTAX]: ['error', ...HTML_SINKS, NAMED_SIZES, ...HANDLER_CALLS] },
    },
    {
      files: ['**/*.{mjs,js}'],
      rules: { 'max-lines': ['error', { max: 500 }], eqeqeq: 'error' },
    },
    {
      files: ['src-*/**/*.{ts,tsx}', 'supabase/**/*.ts', '{scripts,bin,build}/**/*.{mjs,js}'],
      excludeFiles: ['**/*.test.*'],
      rules: { 'max-lines-per-function': ['error', { max: 80 }] },
    },
    {
      files: ['tests/**/*.ts', 'scripts/**/*.mjs'],
      excludeFiles: ['tests/lib/exactLocators.ts'],
      rules: EXACT_LOCATORS,
    },
  ],
});
