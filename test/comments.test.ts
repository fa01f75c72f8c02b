/** Comments name files, those of src parameters and members in backticks as well: each must be there. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import ts from 'typescript'
import { root } from '../scripts/root.ts'
import { filesBelow } from '../scripts/testing/files.ts'
import { goneFiles } from './support/namedFiles.ts'
import { describeOnce } from './support/stores.ts'

/** Names that comments use of other programs, of languages and of systems: these are in no code here. */
const foreign = new Set(
  `Authorization EEXIST File GITHUB_TOKEN Host I InvalidArgumentError PrivateKey SUPPRESS_REIMPORT TURNGRAPH_KEY TURNGRAPH_URL UIMessage
   case constructor convertToModelMessages created_at default docker fetch formatError getV2 git github kubectl neo4j pid recursive
   row_sum somaxconn sqlite stats toString turngraph u unusual useRemoteThreadListRuntime v2 $q file.ts src/a.ts`.split(
    /\s+/,
  ),
)

const wordsOf = (text: string): string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? []
const schemaWords = new Set(
  wordsOf(readFileSync(join(root, 'schema.graphql'), 'utf8').replaceAll(/"""[^]*?"""|"[^"\n]*"/g, '')),
)

/** A file's comments, and all words of its code: names and what texts say. */
interface Source {
  readonly path: string
  readonly comments: readonly { readonly text: string; readonly line: number }[]
  readonly words: ReadonlySet<string>
  /** What it declares at its top, which others may name. */
  readonly declared: ReadonlySet<string>
}

function sourceOf(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const [words, declared] = [new Set<string>(), new Set<string>()]
  const comments = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) words.add(node.text.replace('#', ''))
    else if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      for (const word of wordsOf(node.text)) words.add(word)
    // The texts between names begin with their comments.
    if (
      text
        .slice(node.pos, node.pos + 200)
        .trimStart()
        .startsWith('/')
    )
      for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? [])
        comments.set(pos, text.slice(pos, end))
    ts.forEachChild(node, visit)
  }
  visit(file)
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations)
        for (const word of wordsOf(name.getText(file))) declared.add(word)
    else if ('name' in statement && statement.name !== undefined) declared.add((statement.name as ts.Identifier).text)
  }
  const lineOf = (pos: number): number => file.getLineAndCharacterOfPosition(pos).line + 1
  return {
    path,
    words,
    declared,
    comments: [...comments].map(([pos, comment]) => ({ text: comment, line: lineOf(pos) })),
  }
}

/** Returns what comments of a file name and is not there. */
function unknownIn({ path, comments, words }: Source, declared: ReadonlySet<string>): string[] {
  const isName = (name: string): boolean => [words, declared, schemaWords, foreign].some((known) => known.has(name))
  return comments.flatMap(({ text, line }) => {
    const files = goneIn(text)
    const names = [...text.matchAll(/`([A-Za-z$][\w$]*)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !isName(name))
    return [...files, ...names].map((name) => `${path}:${line}: ${name}`)
  })
}

/** Returns what a text names of our files that is not there. */
const goneIn = (text: string): string[] => goneFiles(text).filter((name) => !foreign.has(name))

describeOnce('a comment in src', () => {
  it('names no file, parameter or member that is not there', () => {
    const sources = filesBelow(join(root, 'src'))
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('generated.ts'))
      .map((path) => sourceOf(path.slice(root.length), readFileSync(path, 'utf8')))
    const declared = new Set(sources.flatMap((source) => [...source.declared]))
    assert.ok(sources.some(({ comments }) => comments.length > 10))
    assert.deepEqual(
      sources.flatMap((source) => unknownIn(source, declared)),
      [],
    )
  })

  it('is refused where it names a parameter of before, a member or a file that went, and nothing else', () => {
    const text = `/** Returns \`given\`, as \`gone.ts\` does; \`text\`, \`member\`, \`elsewhere\` and \`words\` are there. */
      export const later = (text: string) => ({ member: 'words' }) // \`lost\`
      // \`forgotten\`
      const other = 1`
    const found = unknownIn(sourceOf('a.ts', text), new Set(['elsewhere']))
    assert.deepEqual(found, ['a.ts:1: gone.ts', 'a.ts:1: given', 'a.ts:3: forgotten'])
  })
})

describeOnce('a line of comment in bench, scripts and test', () => {
  it('names no file or folder that is not there', () => {
    const lines = ['bench', 'scripts', 'test']
      .flatMap((folder) => filesBelow(join(root, folder)))
      .filter((path) => /\.[jt]sx?$/.test(path))
      .flatMap((path) => readFileSync(path, 'utf8').match(/^\s*(?:\/\/|\/?\*).*$/gm) ?? [])
    assert.ok(lines.length > 1000)
    assert.deepEqual(
      lines.filter((line) => goneIn(line).length > 0),
      [],
    )
  })
})
