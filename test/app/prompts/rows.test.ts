import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { readSpan } from '../../../src/app/prompts/pathNodes.ts'
import { countsOf, summaryOf } from '../../../src/app/prompts/loops.ts'
import { promptsPage } from '../../../src/app/prompts/promptsPage.ts'
import type { LoopSpan, ListedPrompt } from '../../../src/app/prompts/rows.ts'
import { stepsPage } from '../../../src/app/prompts/steps.ts'
import { headOf, nodeAt } from '../../../src/app/read/paths.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import type { Conversation, TreeNode } from '../../../src/domain/model.ts'
import { countsBetween, noLoop, sum, type LoopSummary } from '../../../src/domain/prompts/loop.ts'
import { rowsOf } from '../../../src/domain/prompts/rows.ts'
import { anyPath, type Said } from '../../domain/prompts/support.ts'
import { onEveryStore } from '../../support/scopes.ts'

/** Paths that are tried on each store. */
const runs = { sqlite: 25, neo4j: 4 }

const existing = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation

async function storeAll(scope: () => Scope, id: string, said: readonly Said[]): Promise<void> {
  for (const [i, { role, blocks, usage }] of said.entries())
    if (role !== null)
      await storeTurn(scope(), {
        conversationId: id,
        turnId: `t${i}`,
        role,
        blocks: [...blocks],
        usage,
      })
}

async function rowsOn(scope: Scope, id: string): Promise<ListedPrompt[]> {
  const page = await promptsPage(scope, await existing(scope, id), { first: 1000 })
  return page.items.map(({ item }) => item)
}

/** A path as one stretch. */
async function wholePath(scope: Scope, id: string): Promise<LoopSpan> {
  const conversation = await existing(scope, id)
  const end = (await headOf(scope, conversation)) as TreeNode
  const first = (await nodeAt(scope.reads, end, 'depth', 0)) as TreeNode
  return { path: { scope, conversation, end, values: 'CURRENT' }, before: null, first, last: end }
}

const added = (loops: readonly LoopSummary[]) => loops.reduce(sum, noLoop)

await onEveryStore('the rows of any path', (on) => {
  let count = 0
  let forks = 0

  it('are those of the model: they tile the path and add up to it, and so do the steps of each; a fork has the same', async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, fc.nat(), async (all, cut) => {
        const said = all.filter(
          ({ role, blocks }) => role !== null && blocks.some((one) => one.type !== 'text' || one.text !== ''),
        )
        if (said.length === 0) return
        const id = `rows-${on.name}-${count++}`
        await storeAll(on.scope, id, said)
        const scope = on.scope()
        const whole = await wholePath(scope, id)
        const { nodes } = await readSpan(whole)
        const rows = await rowsOn(scope, id)
        const loops = await Promise.all(rows.map(({ span }) => summaryOf(span)))
        const counts = rows.map(({ span }) => countsOf(span))
        const model = rowsOf(nodes)
        assert.deepEqual(
          rows.map(({ id: row, number, span }, i) => ({
            ...{ id: row, number, from: span.first.place.depth, to: span.last.place.depth, loop: loops[i] },
          })),
          model,
        )
        assert.deepEqual(added(loops), await summaryOf(whole))
        assert.deepEqual(
          counts,
          model.map(({ from, to }) => countsBetween(nodes[from - 1]?.upTo ?? null, nodes[to]?.upTo ?? noLoop)),
        )
        for (const [i, row] of rows.entries()) {
          const steps = (await stepsPage(row, { first: 100 })).items.map(({ item }) => item)
          assert.deepEqual(added(await Promise.all(steps.map(({ span }) => summaryOf(span)))), loops[i])
        }
        await forksAlike(id, rows, cut % said.length)
      }),
      { numRuns: on.name.includes('SQLite') ? runs.sqlite : runs.neo4j, seed: 20261125 },
    )
    assert.ok(forks > 0, 'No fork was made.')
  })

  /** A fork has the rows of its source up to its point. */
  async function forksAlike(id: string, rows: readonly ListedPrompt[], depth: number): Promise<void> {
    const fork = `${id}-fork`
    const source = on.scope()
    const at = await nodeAt(source.reads, (await wholePath(source, id)).last, 'depth', depth)
    await forkConversation(on.scope(), {
      source: id,
      newConversationId: fork,
      at: { observationId: at?.id ?? '' },
      boundary: 'MESSAGE',
    }).catch(() => null)
    const scope = on.scope()
    if ((await scope.reads.conversation(fork)) === null) return
    forks++
    const forked = await rowsOn(scope, fork)
    const upTo = rows.filter(({ span }) => span.last.place.depth <= depth)
    assert.deepEqual(
      forked.slice(0, upTo.length).map((row) => [row.id, row.number, countsOf(row.span)]),
      upTo.map((row) => [row.id, row.number, countsOf(row.span)]),
    )
    assert.ok(forked.length - upTo.length <= 1)
  }
})
