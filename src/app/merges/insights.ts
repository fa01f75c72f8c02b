import { marksInsight } from '../../domain/records/merge.ts'
import type { Message, TreeNode } from '../../domain/model.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import type { Endpoint, Relationship } from '../../domain/records/relationship.ts'
import type { Scope } from '../scope.ts'
import { newNodes, type MergedBranch } from './branches.ts'
import type { Gathered } from './merge.ts'
import { allOf, walkRelationships } from '../read/walkList.ts'

/** Gathers the turns and entities of the branches that are marked as insights; they are referred to, not copied (design §6). */
export async function gatherInsights(scope: Scope, branches: readonly MergedBranch[]): Promise<Gathered> {
  const results = new Map<string, Endpoint>()
  for (const branch of branches)
    for (const one of await insightsOf(scope, branch)) results.set(`${one.kind} ${one.id}`, one)
  const refersTo = [...results].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  if (refersTo.length === 0)
    throw badInput(
      'No turn or entity of these conversations is marked as an insight.',
      { from: branches.map(({ conversation }) => conversation.id) },
      ['from'],
    )
  if (refersTo.length > scope.limits.list) {
    const facts = { limit: scope.limits.list, insights: refersTo.length }
    throw new Refusal('LIMIT_EXCEEDED', facts, `A join carries at most ${scope.limits.list} insights.`, ['from'])
  }
  const insights = refersTo.map(({ kind, id }) => (kind === 'MESSAGE' ? { messageId: id } : { entityId: id }))
  return {
    parents: branches.map(({ head }) => head),
    ...{ verdict: null, refuted: [], blocks: [], picks: [] },
    fields: { insights },
    refersTo,
    details: { insights },
  }
}

async function insightsOf(scope: Scope, branch: MergedBranch): Promise<Endpoint[]> {
  const { id } = branch.conversation
  const endpoints = await markedEntities(scope, [{ kind: 'CONVERSATION', id }])
  for await (const nodes of newNodes(scope, branch)) {
    const turns = await messagesOf(scope, nodes)
    endpoints.push(...turns.filter(isInsight).map(({ message }) => endpointOf(message)))
    endpoints.push(
      ...(await markedEntities(
        scope,
        turns.map(({ message }) => endpointOf(message)),
      )),
    )
  }
  return endpoints
}

interface Turn {
  readonly node: TreeNode
  readonly message: Message
}

async function messagesOf({ reads }: Scope, nodes: readonly TreeNode[]): Promise<Turn[]> {
  const turns = nodes.map(async (node): Promise<Turn[]> => {
    const message = node.messageId === null ? null : await reads.message(node.messageId)
    return message && !message.deleted ? [{ node, message }] : []
  })
  return (await Promise.all(turns)).flat()
}

/** A correction of the metadata may mark a turn, or take the mark from it. */
function isInsight({ node, message }: Turn): boolean {
  const corrected = message.overlay?.fields['metadata']
  return marksInsight(corrected === undefined ? node.metadata : corrected)
}

const endpointOf = ({ id }: Message): Endpoint => ({ kind: 'MESSAGE', id })
const batch = 100
const pageLength = 100

/** The entities that things refer to and that are marked. */
async function markedEntities(scope: Scope, things: readonly Endpoint[]): Promise<Endpoint[]> {
  const ids = new Set<string>()
  for (let i = 0; i < things.length; i += batch) {
    const edges = await Promise.all(things.slice(i, i + batch).map((thing) => referencesOf(scope, thing)))
    for (const { target } of edges.flat()) if (target.kind === 'ENTITY') ids.add(target.id)
  }
  const entities = await Promise.all([...ids].map((id) => scope.reads.entity(id)))
  return entities.flatMap((entity) =>
    entity && !entity.deleted && marksInsight(entity.snapshot?.fields) ? [{ kind: 'ENTITY', id: entity.id }] : [],
  )
}

function referencesOf(scope: Scope, thing: Endpoint): Promise<Relationship[]> {
  const list = { thing, end: 'source', type: 'REFERS_TO', deleted: false } as const
  return allOf(walkRelationships(scope.reads, list, { limit: pageLength }))
}
