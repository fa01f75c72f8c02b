import ts from 'typescript'
import { findingsIn } from '../../scripts/lint/ask.ts'
import type { Rule } from '../../scripts/lint/rule.ts'

const file = 'example.ts'

/** What one of our lint rules says of a piece of code behind what it declares, a line each. */
export function lintFindings(rule: Rule, known: string, code: string): string[] {
  const source = ts.createSourceFile(file, `${known}\n${code}`, ts.ScriptTarget.ES2023, true)
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, strict: true, types: [] }
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (path) => (path === file ? source : undefined),
    fileExists: (path) => path === file,
  }
  return findingsIn(source, ts.createProgram([file], options, host).getTypeChecker(), { rule })
}
