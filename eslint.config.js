import js from '@eslint/js'
import { existsSync } from 'node:fs'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { ownMembers } from './scripts/lint/ownMembers.js'

const clients = ['test/clients/settings/', 'test/clients/walks/']

export default defineConfig(
  globalIgnores(['node_modules/', 'dist/', 'data/', 'coverage/', 'test/fixtures/']),
  // Their types come with packages of their own, which `npm run clients` installs.
  globalIgnores([
    'test/clients/generated/',
    ...(existsSync('test/clients/generated/.stamp') ? [] : clients),
    ...(existsSync('test/adapters/sdks/node_modules')
      ? []
      : ['test/adapters/sdks/judges/', 'test/adapters/sdks/types/']),
  ]),
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A port may promise what one of its stores answers at once.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      // neo4j-driver declares its plain settings objects as classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    plugins: { turngraph: { rules: { 'own-members': ownMembers } } },
    rules: { 'turngraph/own-members': 'error' },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // node:test's describe and it answer promises that the runner itself awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['describe', 'it', 'test', 'suite', 'before', 'after'] },
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      // The seed of a run is set there.
      'no-restricted-imports': ['error', { name: 'fast-check', message: 'Use test/support/properties.ts.' }],
    },
  },
  { files: ['test/support/properties.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.js'],
    languageOptions: {
      globals: { process: 'readonly', setInterval: 'readonly', console: 'readonly', URL: 'readonly' },
    },
  },
)
