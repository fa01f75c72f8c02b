import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { knownMembers } from './scripts/lint/knownMembers.js'
import { ownMembers } from './scripts/lint/ownMembers.js'

// Everything else is oxlint's (.oxlintrc.json): see docs/design/libraries.md.
export default defineConfig({
  files: ['src/**/*.ts', 'src/**/*.tsx'],
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
  },
  plugins: {
    turngraph: { rules: { 'own-members': ownMembers, 'known-members': knownMembers } },
    '@typescript-eslint': tseslint.plugin,
  },
  rules: {
    'turngraph/own-members': 'error',
    'turngraph/known-members': 'error',
    '@typescript-eslint/no-misused-promises': 'error',
  },
  linterOptions: { reportUnusedDisableDirectives: 'off' },
})
