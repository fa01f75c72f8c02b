import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './root.ts'

/** What programs see of the package: all that the client's own types name. */
const files = ['browser', 'client', 'graphClient', 'turngraphError']

/** Writes the types of the client beside its compiled code. */
export function writeDeclarations(dist: string): void {
  for (const name of files) {
    const fileName = join(root, 'src/client', `${name}.ts`)
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
      fileName,
      reportDiagnostics: true,
      compilerOptions: { isolatedDeclarations: true, declaration: true },
    })
    const [fault] = diagnostics
    if (fault) throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`)
    const text = outputText.replace(/(from '\.\/\w+)\.ts'/g, "$1.js'")
    writeFileSync(join(dist, `${name}.d.ts`), text)
  }
}
