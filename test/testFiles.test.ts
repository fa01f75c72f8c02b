/** What all files of test/ keep to, because a run of them says whether the rest holds. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { it } from 'node:test'
import ts from 'typescript'
import { root } from '../scripts/root.ts'
import { filesBelow } from '../scripts/testing/files.ts'
import { describeOnce } from './support/stores.ts'

const waits = 'test/support/waitFor.ts'
/** Stands for a server: it waits for as long as its clients do, and these have an end. */
const servers = ['test/support/fakeCluster/replica.ts']

describeOnce('the files of tests', () => {
  const sources = filesBelow(join(root, 'test'))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ts.createSourceFile(relative(root, path), readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true))

  /** Where something is in some file, but those that may. */
  const placesOf = (is: (node: ts.Node) => boolean, ...may: readonly string[]): string[] =>
    sources.flatMap((file) => (may.includes(file.fileName) ? [] : nodesOf(file).filter(is).map(placeOf)))

  it('have no loop that goes on until something has happened: what waits for that has an end, and says what it waited for', () => {
    assert.deepEqual(placesOf(isEndless, waits, ...servers), [])
  })

  it('let no time pass without saying what for', () => {
    assert.deepEqual(placesOf(isSleep, waits), [])
  })

  it('describe no suite asynchronously, for its tests would not be known as its own', () => {
    assert.deepEqual(placesOf(isAsynchronousSuite), [])
  })

  it('name their tests without paths of the repository, and none of them "it"', () => {
    const named = /(?:^| )(?:src|test|docs|scripts|bench)\/|\.(?:ts|md)\b|^it\b/
    assert.deepEqual(
      placesOf((node) => {
        const title = titleOf(node)
        return title !== null && named.test(fixedPart(title))
      }),
      [],
    )
  })

  it('name their tests in words of a reader: by no function and no file of the sources that the schema does not name as well', () => {
    const names = namesOfSources()
    assert.deepEqual(
      placesOf((node) => wordsIn(fixedPart(titleOf(node) ?? '')).some((word) => names.has(word))),
      [],
    )
  })

  it('have no test that asserts nothing, by itself or by what it calls', () => {
    const known = namesOf(sources)
    assert.deepEqual(
      placesOf((node) => {
        const body = titleOf(node) === null || !ts.isCallExpression(node) ? undefined : node.arguments.at(-1)
        const isBody = body !== undefined && ts.isFunctionLike(body) && /^(?:it|test)$/.test(nameOf(node))
        return isBody && !asserts(known, node.getSourceFile().fileName, wordsOf(body))
      }),
      [],
    )
  })
})

/** A title without what is filled in when it runs. */
const fixedPart = (title: string): string => title.replaceAll(/\$\{[^}]*\}/g, '')
const wordsIn = (text: string): string[] => text.match(/\w+/g) ?? []
const isCamelCase = (word: string): boolean => /^[a-z]+[A-Z]/.test(word)

/** Exported functions and files of the sources whose names are of several words, but for those that are in the schema: whoever asks knows these. */
function namesOfSources(): Set<string> {
  const files = filesBelow(join(root, 'src')).filter((path) => /\.tsx?$/.test(path))
  const exported = /^export (?:default )?(?:(?:async )?function\*? (\w+)|const (\w+)\b.*?= (?:async )?[(<])/gm
  const names = files.flatMap((path) => [
    basename(path).replace(/\..*$/, ''),
    ...[...readFileSync(path, 'utf8').matchAll(exported)].map(([, declared, bound]) => declared ?? bound ?? ''),
  ])
  const known = new Set(wordsIn(readFileSync(join(root, 'schema.graphql'), 'utf8')))
  return new Set(names.filter((name) => isCamelCase(name) && !known.has(name)))
}

const placeOf = (node: ts.Node): string => {
  const file = node.getSourceFile()
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`
}

/** A node with all nodes in it; those of functions in it only where these are wanted. */
function nodesOf(node: ts.Node, isDeep = true, nodes: ts.Node[] = []): ts.Node[] {
  nodes.push(node)
  ts.forEachChild(node, (child) => {
    if (isDeep || !ts.isFunctionLike(child)) nodesOf(child, isDeep, nodes)
  })
  return nodes
}

/** A loop that carries nothing from round to round: only what it waits for ends it. Who reads a generator ends that. */
function isEndless(node: ts.Node): boolean {
  const carries = ts.isForStatement(node) && (node.initializer !== undefined || node.incrementor !== undefined)
  if (carries || !(ts.isForStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node))) return false
  const inside = nodesOf(node, false)
  return inside.some(ts.isAwaitExpression) && !inside.some(ts.isYieldExpression)
}

/** Takes a promise from a timer, or makes one. */
function isSleep(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node))
    return /timers\/promises/.test(node.moduleSpecifier.getText()) && /\bsetTimeout\b/.test(node.getText())
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'setTimeout') return false
  const work = ts.findAncestor(node, (one) => ts.isFunctionLike(one) && ts.isNewExpression(one.parent))
  const settles = work && ts.isFunctionLike(work) ? work.parameters.map(({ name }) => name.getText()) : []
  const [what] = node.arguments
  return what !== undefined && wordsOf(what).some((word) => settles.includes(word))
}

const makers = new Set(['describe', 'describeOnce', 'forEachStore', 'it', 'onEveryStore', 'test'])
const isAsynchronousSuite = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  makers.has(nameOf(node)) &&
  !/^(?:it|test)$/.test(nameOf(node)) &&
  node.arguments.some((each) => ts.isArrowFunction(each) && each.modifiers !== undefined)

const nameOf = (node: ts.Node): string => (ts.isCallExpression(node) ? node.expression.getText() : '')

/** What a test or a group of them is called; null for any other node. */
function titleOf(node: ts.Node): string | null {
  if (!ts.isCallExpression(node) || !makers.has(nameOf(node))) return null
  return node.arguments[0]?.getText().replaceAll(/^['"`]|['"`]$/g, '') ?? null
}

/** All names in a node. */
const wordsOf = (node: ts.Node): string[] => nodesOf(node).flatMap((one) => (ts.isIdentifier(one) ? [one.text] : []))

/** Names that a file declares or imports, each as file#name, with the words of what it stands for. */
interface Names {
  readonly imported: ReadonlyMap<string, string>
  readonly declared: ReadonlyMap<string, readonly string[]>
}

function namesOf(sources: readonly ts.SourceFile[]): Names {
  const imported = new Map<string, string>()
  const declared = new Map<string, string[]>()
  const declare = (file: string, name: ts.Node | undefined, means: ts.Node) => {
    for (const word of name ? wordsOf(name) : []) {
      const key = `${file}#${word}`
      declared.set(key, [...(declared.get(key) ?? []), ...wordsOf(means)])
    }
  }
  for (const file of sources)
    for (const node of nodesOf(file)) {
      if (ts.isImportSpecifier(node)) {
        const from = node.parent.parent.parent.moduleSpecifier.getText().slice(1, -1)
        const name = (node.propertyName ?? node.name).text
        imported.set(`${file.fileName}#${node.name.text}`, `${join(dirname(file.fileName), from)}#${name}`)
      } else if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isMethodDeclaration(node))
        declare(file.fileName, node.name, node)
      else if (ts.isVariableDeclaration(node)) declare(file.fileName, node.name, node.initializer ?? node)
      else if (ts.isForOfStatement(node)) declare(file.fileName, node.initializer, node.expression)
    }
  return { imported, declared }
}

/** Whether some of these words of a file come to an assertion, by whatever they stand for. */
function asserts(names: Names, file: string, words: readonly string[], seen = new Set<string>()): boolean {
  if (words.includes('assert')) return true
  return words.some((word) => {
    const name = names.imported.get(`${file}#${word}`) ?? `${file}#${word}`
    const stands = names.declared.get(name)
    if (stands === undefined || seen.has(name)) return false
    seen.add(name)
    return asserts(names, name.slice(0, name.indexOf('#')), stands, seen)
  })
}
