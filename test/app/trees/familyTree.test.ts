/** Families as one tree: drawn, and counted. The judge groups all nodes by their parents, and knows no segment. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { drawTree } from '../../../src/app/trees/drawTree.ts'
import { familyShape } from '../../../src/app/trees/familyShape.ts'
import { promptsOfTree } from '../../../src/app/trees/counts/promptCounts.ts'
import type { Conversation, TreeNode, TreeShape } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { beginsRow } from '../../../src/domain/prompts/promptOf.ts'
import { nodeLabel } from '../../../src/domain/tree/nodeLabel.ts'
import { firstChild, wayOf, withChild } from '../../../src/domain/tree/junctions.ts'
import { readDot, readMermaid, type ReadGraph } from '../../support/drawnGraphs.ts'
import fc from '../../support/properties.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { childrenOf } from '../../support/tree/plainTree.ts'

await onEveryStore('the family of a conversation', (on) => {
  let count = 0
  const fresh = () => {
    const tenant = `${on.name} ${++count}`
    const scope = (given: object = {}) => on.scope({ tenant, ...given })
    const of = async (id: string) => (await scope().reads.conversation(id)) as Conversation
    const fork = (source: string, newConversationId: string, more: object = {}) =>
      forkConversation(scope(), { source, newConversationId, ...more })
    const drawn = async (id: string, given: Partial<Parameters<typeof drawTree>[2]> = {}) =>
      drawTree(scope(), await of(id), { format: 'TEXT', maxNodes: 500, unfold: false, family: true, ...given })
    const shape = async (id: string) => {
      const { failedCalls: _failedCalls, prompts: _, notes: __, ...counts } = await familyShape(scope(), await of(id))
      return counts
    }
    const prompts = async (id: string) => {
      const conversation = await of(id)
      const [family, own] = [await familyShape(scope(), conversation), await promptsOfTree(scope(), conversation)]
      return { family: { prompts: await family.prompts(), notes: await family.notes() }, own }
    }
    return { scope, of, fork, drawn, shape, prompts }
  }

  it('is one tree: what forks share stands once, and each head has its name', async () => {
    const { scope, fork, drawn, shape } = fresh()
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'm', turn)
    await fork('m', 'f', { at: { turn: 2 } })
    await say(scope(), 'f', 'u9')
    await fork('f', 'g')
    await say(scope(), 'g', 'a9')
    await fork('m', 'unused', { at: { turn: 2 } })
    const tree = [
      '● 1 USER u1',
      '● 2 ASSISTANT a1  ◀ unused',
      '├─ ● 3 USER u2',
      '│  ● 4 ASSISTANT a2  ◀ m',
      '└─ ● 3 USER u9  ◀ head',
      '   ● 4 ASSISTANT a9  ◀ g',
    ]
    assert.equal(
      await drawn('f'),
      ['u9 (f), 4 conversations: 6 nodes, 2 leaves, 1 branch point', ...tree, ''].join('\n'),
    )
    const counts = { nodes: 6, roots: 1, leaves: 2, branchPoints: 1, versionPoints: 0, sidechains: 0, toolCalls: 0 }
    for (const id of ['m', 'f', 'g', 'unused']) assert.deepEqual(await shape(id), counts)
    const [dot, mermaid] = [await drawn('m', { format: 'DOT' }), await drawn('m', { format: 'MERMAID' })]
    assert.match(dot, /label="4 ASSISTANT a9 ◀ g"/)
    assert.equal(dot.match(/ -> /g)?.length, 5)
    assert.equal(mermaid.match(/ --> /g)?.length, 5)
    assert.match(await drawn('m', { family: false }), /^u1 \(m\): 4 nodes, 1 leaf, 0 branch points, 2 forks\n/)
  })

  it('counts a turn that a fork says anew as a version, and one that goes elsewhere as a branch', async () => {
    const { scope, fork, shape } = fresh()
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'm', turn)
    await fork('m', 'f')
    await say(scope(), 'f', 'u2', 'another u2')
    const { leaves, versionPoints, branchPoints } = await shape('m')
    assert.deepEqual({ leaves, versionPoints, branchPoints }, { leaves: 2, versionPoints: 1, branchPoints: 0 })
    await fork('m', 'g', { at: { turn: 2 } })
    await say(scope(), 'g', 'u7')
    const more = await shape('f')
    assert.deepEqual([more.leaves, more.versionPoints, more.branchPoints], [3, 0, 1])
  })

  it('holds of what is deleted only what others share', async () => {
    const { scope, fork, drawn, shape } = fresh()
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'm', turn)
    await fork('m', 'f', { at: { turn: 2 } })
    await fork('f', 'unused')
    await say(scope(), 'f', 'u8')
    await fork('f', 'g')
    await say(scope(), 'g', 'a8')
    for (const id of ['m', 'f']) await deleteConversation(scope(), { id })
    const tree = ['● 1 USER u1', '● 2 ASSISTANT a1  ◀ unused', '● 3 USER u8', '● 4 ASSISTANT a8  ◀ head', '']
    assert.deepEqual((await drawn('g')).split('\n').slice(1), tree)
    assert.deepEqual([(await shape('g')).nodes, (await shape('g')).leaves], [4, 1])
    assert.deepEqual([(await shape('m')).nodes, (await shape('m')).leaves], [6, 2])
  })

  it('is refused where it has more conversations than a list', async () => {
    const { scope, of, fork } = fresh()
    await say(scope(), 'm', 'u1')
    for (let i = 0; i < 4; i++) await fork('m', `f${i}`)
    const limited = scope({ limits: { list: 4 } })
    await assert.rejects(familyShape(limited, await of('m')), { code: 'LIMIT_EXCEEDED' })
  })

  it('is counted and drawn as a plain walk over all its nodes says', async () => {
    const steps = fc.array(fc.tuple(fc.nat(99), fc.nat(999), fc.nat(999)), { minLength: 4, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(steps, async (acts) => {
        const { scope, of, drawn, shape, prompts } = fresh()
        const ids = ['c0']
        await say(scope(), 'c0', 'u0')
        for (const [i, [act, a, b]] of acts.entries()) await perform(scope(), ids, i, act, a, b)
        for (const id of ids) {
          const nodes = await nodesOfFamily(scope(), ids, id)
          assert.deepEqual(await shape(id), plainShape(nodes, await waysOf(scope(), nodes)), id)
          const own = await nodesOfFamily(scope(), [id], id, ids)
          assert.deepEqual(await prompts(id), { family: plainPrompts(nodes), own: plainPrompts(own) }, id)
          for (const [format, read] of [
            ['DOT', readDot],
            ['MERMAID', readMermaid],
          ] as const)
            // prettier-ignore
            checkGraph(read(await drawn(id, { unfold: true, maxNodes: 10_000, format })), nodes, format)
          const lines = (await drawn(id, { unfold: true, maxNodes: 10_000 })).split('\n')
          assert.equal(lines.filter((line) => line.includes('●')).length, nodes.length)
          const live = (await Promise.all(ids.map(of))).filter((one) => one.id !== id && one.deletedAt === null)
          const named = lines
            .flatMap((line) => line.split('◀ ')[1]?.split(', ') ?? [])
            .filter((name) => name !== 'head')
          const standing = live.filter(({ headId }) => headId !== null)
          assert.deepEqual(named.sort(), standing.map((one) => one.id).sort())
        }
      }),
      { numRuns: wholeOr(60, 15) },
    )
  })

  it('is drawn by its newest leaves where it is large, with all that lies above them', async () => {
    const { scope, fork, drawn } = fresh()
    await say(scope(), 'm', 'u1')
    await say(scope(), 'm', 'a1')
    for (let i = 0; i < 12; i++) {
      await fork('m', `f${i}`, { at: { turn: 1 } })
      await say(scope(), `f${i}`, `a2`, `try ${i}`)
    }
    const lines = (await drawn('m', { maxNodes: 6 })).split('\n')
    assert.deepEqual(lines.slice(1, 5), [
      '● 1 USER u1',
      '├─ ● 2 ASSISTANT a1  ◀ head',
      '├─ ● 2 ASSISTANT try 9  ◀ f9',
      '├─ ● 2 ASSISTANT try 10  ◀ f10',
    ])
    assert.equal(lines.at(-2), '… 10 more leaves')
    for (const graph of [
      readDot(await drawn('m', { maxNodes: 6, format: 'DOT' })),
      readMermaid(await drawn('m', { maxNodes: 6, format: 'MERMAID' })),
    ])
      // prettier-ignore
      assert.equal(graph.labels.get('more'), '… 10 more leaves')
  })

  it('is the same graph for who reads DOT or Mermaid, whatever was said', async () => {
    const { scope, fork, drawn } = fresh()
    const hostile = [
      'a "b" [c] --> d',
      'ends with \\',
      '#quot; #1; ;',
      '} digraph { \\N',
      '<b>&amp;</b> `x` -. y .->',
      '"]:::head\n  n9',
    ]
    await say(scope(), 'm', 'u1')
    for (const [i, words] of hostile.entries()) {
      await fork('m', `f "${i}" ]`, { at: { turn: 1 } })
      await say(scope(), `f "${i}" ]`, 'a2', words)
    }
    const [dot, mermaid] = [
      readDot(await drawn('m', { format: 'DOT' })),
      readMermaid(await drawn('m', { format: 'MERMAID' })),
    ]
    assert.deepEqual([...dot.labels], [...mermaid.labels])
    assert.deepEqual(dot.edges, mermaid.edges)
    assert.deepEqual(
      dot.edges.map(({ from }) => from),
      hostile.map(() => 'n0'),
    )
    const labels = [...dot.labels.values()].slice(1)
    for (const [i, words] of hostile.entries())
      assert.equal(labels[i], `2 ASSISTANT ${words.replace('\n ', '')} ◀ f "${i}" ]`)
  })

  it('of one conversation shows the trunk though other leaves are newer', async () => {
    const { scope, drawn } = fresh()
    for (let i = 0; i < 5; i++) {
      await say(scope(), 'm', 'u1')
      await say(scope(), 'm', 'a1', `try ${i}`)
    }
    const lines = (await drawn('m', { family: false, maxNodes: 2 })).split('\n')
    assert.deepEqual(lines.slice(1), [
      '● 1 USER u1',
      '├─ ● 2 ASSISTANT try 0',
      '└─ ● 2 ASSISTANT try 4  ◀ head',
      '… 3 more leaves',
      '',
    ])
  })
})

/** Holds a drawing that was read to the nodes of a family: as many, each below the one that its parent is called as. */
function checkGraph({ labels, edges }: ReadGraph, nodes: readonly TreeNode[], format: string): void {
  const words = (node: TreeNode) => nodeLabel(node)
  const drawnAs = (label: string) => label.split(' ◀ ')[0]?.split(' ⚑ ')[0]
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const wanted = nodes.flatMap((node) => {
    const parent = byId.get(node.place.parentId ?? '')
    return parent ? [`${words(parent)} -> ${words(node)}`] : []
  })
  const got = edges.map(({ from, to }) => `${drawnAs(labels.get(from) ?? '')} -> ${drawnAs(labels.get(to) ?? '')}`)
  assert.equal(labels.size, nodes.length, format)
  assert.deepEqual(got.sort(), wanted.sort(), format)
  assert.equal(new Set(edges.map(({ to }) => to)).size, edges.length, 'a node has one parent')
}

/** One random act: what the rules refuse is left out. */
async function perform(scope: Scope, ids: string[], i: number, act: number, a: number, b: number): Promise<void> {
  const id = ids[a % ids.length] as string
  const seen = await Promise.all(ids.map((one) => ownNodes(scope, one)))
  const places = seen.flat()
  const observationId = (places[b % places.length] as TreeNode).id
  try {
    if (act < 30) await say(scope, id, `${i % 2 ? 'u' : 'a'}${i}`)
    else if (act < 50) await say(scope, id, (['u0', 'u1', 'a2', 'u3'] as const)[b % 4] as string, `again ${i}`)
    else if (act < 60) await say(scope, id, `u${i}`, `${i}`, { parent: { observationId } })
    else if (act < 90) {
      await forkConversation(scope, { source: id, newConversationId: `c${i + 1}`, at: { observationId } })
      ids.push(`c${i + 1}`)
    } else if (act < 95) await rewindConversation(scope, { conversationId: id, to: { observationId } })
    else await deleteConversation(scope, { id })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function ownNodes(scope: Scope, id: string): Promise<TreeNode[]> {
  const [all = []] = await scope.store.lists([
    { list: 'observationsOfConversation', owner: id, after: null, limit: 1000 },
  ])
  return all.filter((node): node is TreeNode => node.place !== null)
}

/** All nodes of those that are not deleted, and the paths to them and to where they were forked. */
async function nodesOfFamily(
  scope: Scope,
  ids: readonly string[],
  asked: string,
  known: readonly string[] = ids,
): Promise<TreeNode[]> {
  const all = new Map((await Promise.all(known.map((id) => ownNodes(scope, id)))).flat().map((node) => [node.id, node]))
  const conversations = await Promise.all(ids.map((id) => scope.reads.conversation(id)))
  const members = conversations.flatMap((one) => (one && (one.deletedAt === null || one.id === asked) ? [one] : []))
  const found = new Map<string, TreeNode>()
  const take = (id: string | null | undefined) => {
    for (let node = all.get(id ?? ''); node && !found.has(node.id); node = all.get(node.place.parentId ?? ''))
      found.set(node.id, node)
  }
  for (const { id, forkedFrom } of members) {
    take(forkedFrom?.observationId)
    for (const node of all.values()) if (node.conversationId === id) take(node.id)
  }
  return [...found.values()].sort((a, b) => (a.ingestedAt < b.ingestedAt ? -1 : 1))
}

async function waysOf(scope: Scope, nodes: readonly TreeNode[]): Promise<Map<string, string | null>> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const messages = await Promise.all(nodes.map(({ messageId }) => scope.reads.message(messageId ?? '')))
  return new Map(
    nodes.map((node, i) => [
      node.id,
      wayOf(node, byId.get(node.place.parentId ?? '') ?? null, messages[i]?.supersedesId ?? null),
    ]),
  )
}

function plainShape(nodes: readonly TreeNode[], ways: ReadonlyMap<string, string | null>): TreeShape {
  const tree = { observations: new Map(nodes.map((node) => [node.id, node])) }
  const kinds = nodes.map(({ id }) => {
    const [first, ...rest] = childrenOf(tree, id).map((child) => ways.get(child.id) ?? null)
    return first === undefined
      ? null
      : rest.reduce((known, way) => withChild(known, way), firstChild('', id, first)).kind
  })
  return {
    nodes: nodes.length,
    roots: childrenOf(tree, null).length,
    leaves: kinds.filter((kind) => kind === null).length,
    branchPoints: kinds.filter((kind) => kind === 'BRANCH').length,
    versionPoints: kinds.filter((kind) => kind === 'VERSION').length,
    sidechains: 0,
    toolCalls: 0,
  }
}

function plainPrompts(nodes: readonly TreeNode[]): { prompts: number; notes: number } {
  const isNote = ({ kind, role }: TreeNode) => kind !== 'TURN' || role === 'SYSTEM'
  return { prompts: nodes.filter(beginsRow).length, notes: nodes.filter(isNote).length }
}
