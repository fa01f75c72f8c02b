import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './root.ts'

const sources = join(root, 'src')

/** What programs import; with it comes all that its types name. */
const entries = [
  ...['client/browser.ts', 'client/client.ts'],
  ...[
    'adapters/aiSdk/index.ts',
    'adapters/assistantUi/index.ts',
    'adapters/claudeAgentSdk/index.ts',
    'adapters/langgraph/index.ts',
    'adapters/openAiAgents/index.ts',
  ],
]

/** Writes the types of what programs import below dist/types, in the folders of their sources. */
export function writeDeclarations(dist: string): void {
  const waiting = [...entries]
  for (const [i, name] of waiting.entries()) {
    if (waiting.indexOf(name) < i) continue
    const text = declarationsOf(join(sources, name))
    const file = join(dist, 'types', name.replace(/\.ts$/, '.d.ts'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.replace(/(from '\.{1,2}\/[\w./]+)\.ts'/g, "$1.js'"))
    for (const { fileName } of ts.preProcessFile(text).importedFiles)
      if (fileName.startsWith('.')) waiting.push(relative(sources, join(sources, dirname(name), fileName)))
  }
}

function declarationsOf(fileName: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true },
  })
  const [fault] = diagnostics
  if (fault) throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`)
  return outputText
}
