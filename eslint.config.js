// Lint rules beyond types: no floating promises, small files, no reading of the environment.
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['node_modules', '.node', '.setup', 'data', 'packages/web/dist', '**/*.js'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // Requires `return await` inside `try` and `await using`, so that the guarded work has ended when the function
      // returns.
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only config.ts reads the environment.',
        },
      ],
    },
  },
  {
    // node:test's `test` and `describe` return promises that the runner itself awaits.
    files: ['**/*.test.ts', 'test/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'describe', 'it', 'suite'], package: 'node:test' },
          ],
        },
      ],
      'no-restricted-syntax': 'off',
    },
  },
  {
    files: ['packages/server/src/config.ts', 'packages/cli/src/config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // script/docs generates the client's types, so the length of their files is not limited.
    files: ['packages/client/src/generated/**'],
    rules: { 'max-lines': 'off' },
  },
);
