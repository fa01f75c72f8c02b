import { grow, withHead } from '../../src/domain/tree/growth.ts'
import { messageId } from '../../src/domain/ids.ts'
import { contentHash } from '../../src/domain/tree/pathHash.ts'
import type { TreeNode } from '../../src/domain/model.ts'
import type { Changes } from '../../src/domain/changes.ts'
import type { Frontier, GraphStore, WriteOutcome } from '../../src/storage/graphStore.ts'
import { changes, event } from './changes.ts'
import { textBlock } from './tree/acts.ts'
import type { Tenant } from '../../src/domain/access/tenant.ts'

/** Returns the changes that store one turn at the head of what was read. `name` makes every id of it. */
export function turnAfter({ conversation, head, segment }: Frontier, name: string, at: string): Changes {
  const id = `o-${name}`
  const content = {
    kind: 'TURN',
    senderId: null,
    senderKind: null,
    marker: null,
    salt: null,
    blocks: [textBlock(name)],
  } as const
  const node = {
    ...content,
    ...{ id, conversationId: conversation.id, messageId: messageId(conversation.id, name), role: 'USER' as const },
    ...{
      externalId: null,
      model: null,
      usage: null,
      runId: null,
      branchId: null,
      sourceKind: null,
      copyOf: null,
      restates: null,
    },
    ...{ priority: 0, fields: {}, metadata: {}, observedAt: at, ingestedAt: at },
    contentHash: contentHash({ ...content, role: 'USER' }),
    place: null,
  }
  const ground =
    head && segment
      ? {
          parent: head as TreeNode,
          segment,
          jumped: null,
          junction: null,
          onlyChild: null,
          lastBend: null,
          earlier: null,
        }
      : null
  const grown = grow(conversation, ground, { node, supersedesId: null }, () => `s-${name}`)
  const value = withHead(grown.conversation, grown.node, { title: null, preview: null })
  const identity = { id: node.messageId, conversationId: conversation.id, turnId: name, role: 'USER' as const }
  const latest = {
    latestId: id,
    latestAt: at,
    observationCount: 1,
    supersedesId: null,
    overlay: null,
    others: [],
    restated: null,
  }
  return changes(event(`e-${name}`, conversation.id, { kind: 'STORE', head: { from: head?.id ?? null, to: id } }), {
    conversations: [{ expected: conversation.version, value: { ...value, version: conversation.version + 1 } }],
    messages: [{ isNew: true, value: { ...identity, createdAt: at, deleted: false, ...latest } }],
    observations: [grown.node],
    segments: [grown.segment],
  })
}

/** Reads the head and stores a turn there, again until no other write came between; returns how often it had to. */
export async function appendTurn(store: GraphStore, tenant: Tenant, id: string, name: string): Promise<number> {
  for (let tries = 0; ; tries++) {
    const [frontier] = await store.frontiers(tenant, [id])
    if (!frontier) throw new Error(`There is no conversation "${id}".`)
    const at = `2026-01-01T00:00:00.${String(frontier.conversation.version).padStart(9, '0')}Z`
    const outcome: WriteOutcome = await store.write(tenant, turnAfter(frontier, name, at))
    if (outcome.kind === 'written') return tries
    if (outcome.kind !== 'conversationChanged') throw new Error(JSON.stringify(outcome))
  }
}
