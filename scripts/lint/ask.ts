import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../root.ts'
import { awaitedPromises } from './awaitedPromises.ts'
import { knownMembers } from './knownMembers.ts'
import { ownMembers } from './ownMembers.ts'
import type { Rule } from './rule.ts'

/** The rules of our own, by the name with which a comment before a line lets it pass: `// own-members: why`. */
const rules: Readonly<Record<string, Rule>> = {
  'own-members': ownMembers,
  'known-members': knownMembers,
  'awaited-promises': awaitedPromises,
}

/** Returns what rules say of a file, a line each. */
export function findingsIn(source: ts.SourceFile, checker: ts.TypeChecker, asked = rules): string[] {
  const said: string[] = []
  const lines = source.text.split('\n')
  const walk = (node: ts.Node): void => {
    for (const [name, rule] of Object.entries(asked))
      for (const { at, says } of rule(node, checker)) {
        const { line, character } = source.getLineAndCharacterOfPosition(at.getStart())
        if (lines[line - 1]?.trim().startsWith(`// ${name}: `)) continue
        said.push(`${relative(root, source.fileName)}:${line + 1}:${character + 1}: ${says} (${name})`)
      }
    ts.forEachChild(node, walk)
  }
  walk(source)
  return said
}

/** What a configuration of the compiler says of files of `src`. */
export interface Compiled {
  readonly files: readonly string[]
  readonly options: ts.CompilerOptions
}

// Their files are compiled with types of their own.
const apart = ['src/explorer/', 'src/adapters/langgraph/']

/** Returns all files of `src`, each as it is compiled. */
export function compiledSources(): Compiled[] {
  const isApart = (file: string) => apart.some((folder) => file.startsWith(folder))
  return [
    compiledIn('', (file) => file.startsWith('src/') && !isApart(file)),
    ...apart.map((folder) => compiledIn(folder, (file) => file.startsWith(folder))),
  ]
}

function compiledIn(folder: string, isAsked: (file: string) => boolean): Compiled {
  const path = join(root, folder, 'tsconfig.json')
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config: unknown }
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path))
  return { files: fileNames.filter((file) => isAsked(relative(root, file))), options }
}

if (process.argv[1] === import.meta.filename) {
  for (const { files, options } of compiledSources()) {
    const program = ts.createProgram(files, options)
    const sources = files.flatMap((file) => program.getSourceFile(file) ?? [])
    for (const finding of sources.flatMap((source) => findingsIn(source, program.getTypeChecker()))) {
      console.log(finding)
      process.exitCode = 1
    }
  }
}
