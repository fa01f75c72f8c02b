import { Linter } from 'eslint'
import ts from 'typescript'
import tseslint from 'typescript-eslint'

const file = 'example.ts'

/** What one of our lint rules says of a piece of code behind what it declares: the ids of its messages, with what they name. */
export function lintFindings(rule: object, known: string, code: string): { id: string; message: string }[] {
  const text = `${known}\n${code}`
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true)
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, strict: true, types: [] }
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (path) => (path === file ? source : undefined),
    fileExists: (path) => path === file,
  }
  const programs = [ts.createProgram([file], options, host)]
  const found = new Linter().verify(
    text,
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser, parserOptions: { programs } },
        plugins: { turngraph: { rules: { rule: rule as never } } },
        rules: { 'turngraph/rule': 'error' },
      },
    ],
    file,
  )
  return found.map(({ messageId, message }) => ({ id: messageId ?? message, message }))
}
