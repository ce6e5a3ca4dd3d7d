import tseslint from 'typescript-eslint';

const pureFolders = ['src/core/**/*.ts', 'src/session/**/*.ts', 'src/expression/**/*.ts'];

/** What a pure function may not see: the clock, chance, timers, the process. */
const impureGlobals = [
  'Date',
  'performance',
  'process',
  'console',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'crypto',
  'Buffer',
  'global',
];

export default tseslint.config(
  { ignores: ['dist/', '.cache/', '.site/', 'node_modules/', 'test/golden/'] },
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    rules: {
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
        { selector: 'TSModuleDeclaration', message: 'Use modules, not namespaces.' },
      ],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: pureFolders,
    rules: {
      'no-restricted-globals': ['error', ...impureGlobals],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Chance comes in as a seed.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: ':function[async=true]', message: 'Pure code is synchronous.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
        { selector: 'ImportDeclaration[source.value=/^node:/]', message: 'No I/O in pure code.' },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'vitest', importNames: ['it'], message: 'The word here is test.' }] },
      ],
    },
  },
);
