/** What all files of test/ keep to, because a run of them says whether the rest holds. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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
    sources
      .filter(({ fileName }) => !may.includes(fileName))
      .flatMap((file) =>
        nodesOf(file)
          .filter(is)
          .map((node) => `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`),
      )

  it('have no loop that goes on until something has happened: `waitFor` has an end, and says what did not happen', () => {
    assert.deepEqual(placesOf(isEndless, waits, ...servers), [])
  })

  it('let no time pass but by `pause`, which asks what for', () => {
    assert.deepEqual(placesOf(isSleep, waits), [])
  })
})

/** A node with all nodes in it; those of functions in it only where these are wanted. */
function nodesOf(node: ts.Node, isDeep = true): ts.Node[] {
  const nodes: ts.Node[] = [node]
  ts.forEachChild(node, (child) => {
    if (isDeep || !ts.isFunctionLike(child)) nodes.push(...nodesOf(child, isDeep))
  })
  return nodes
}

/** A loop that carries nothing from round to round: only what it waits for ends it. Who reads a generator ends that. */
function isEndless(node: ts.Node): boolean {
  if (!(
    ts.isWhileStatement(node) ||
    ts.isDoStatement(node) ||
    (ts.isForStatement(node) && !node.initializer && !node.incrementor)
  ))
    return false
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
  return what !== undefined && nodesOf(what).some((one) => ts.isIdentifier(one) && settles.includes(one.text))
}
