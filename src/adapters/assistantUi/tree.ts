import type { ConnectedGraph } from '../../client/client.ts'
import { noConversation } from '../../client/conversations/places.ts'
import {
  PathOfThread,
  TreeOfThread,
  type PathOfThreadQuery,
  type PathOfThreadQueryVariables,
  type ThreadNodeFragment,
  type TreeOfThreadQuery,
  type TreeOfThreadQueryVariables,
} from '../../client/documents/generated.ts'
import { specOf } from '../aiSdk/spec.ts'
import { membersOf } from '../turns/json.ts'
import { blocksOf, type PathTurn } from '../turns/path.ts'

/** A turn as it is now, and where it was stored last. */
export interface StoredTurn extends PathTurn {
  readonly turnId: string
  readonly messageId: string
  readonly storedAt: string
}

/** The turns of a conversation in all its branches, read as far as they are known. */
export class ThreadTree {
  /** Oldest first; what was inherited comes first of all. */
  readonly nodes: ThreadNodeFragment[] = []
  readonly byId = new Map<string, ThreadNodeFragment>()
  readonly turns = new Map<string, StoredTurn>()
  /** Where the conversation stands; null at the empty path. */
  head: string | null = null
  private readonly client: Pick<ConnectedGraph, 'query'>
  private readonly id: string
  private isBegun = false

  constructor(client: Pick<ConnectedGraph, 'query'>, id: string) {
    this.client = client
    this.id = id
  }

  /** Reads what is new. Says whether there is such a conversation; throws where it is deleted. */
  async refresh(): Promise<boolean> {
    const unread: ThreadNodeFragment[] = []
    for (let [after, first]: [string | null, number] = [null, this.isBegun ? 10 : 100]; ; first = 100) {
      const variables: TreeOfThreadQueryVariables = { id: this.id, first, after }
      const { conversation }: TreeOfThreadQuery = await this.client.query(TreeOfThread, variables)
      if (conversation === null) return false
      if (conversation.deletedAt !== null) throw noConversation(this.id)
      if (after === null) this.head = conversation.head?.id ?? null
      if (!this.isBegun) await this.inherit(conversation.forkedFrom?.observation?.id)
      this.isBegun = true
      const { nodes, pageInfo } = conversation.observations
      const known = nodes.findIndex(({ id }) => this.byId.has(id))
      unread.push(...(known < 0 ? nodes : nodes.slice(0, known)))
      if (known >= 0 || !pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    for (const node of unread.reverse()) this.take(node)
    return true
  }

  /** The past that a fork has of its source. */
  private async inherit(observationId: string | undefined): Promise<void> {
    if (observationId === undefined) return
    for (let after: string | null = null; ;) {
      const variables: PathOfThreadQueryVariables = { id: this.id, at: { observationId }, after }
      const { conversation }: PathOfThreadQuery = await this.client.query(PathOfThread, variables)
      const page = conversation?.transcript
      for (const { observation } of page?.nodes ?? []) this.take(observation)
      if (!page?.pageInfo.hasNextPage) return
      after = page.pageInfo.endCursor
    }
  }

  private take(node: ThreadNodeFragment): void {
    this.nodes.push(node)
    this.byId.set(node.id, node)
    const { message } = node
    if (!message) return
    const known = this.turns.get(message.turnId)
    const isTurn = node.kind === 'TURN'
    if (!isTurn && !known) return
    // What a message says is the same in all that was stored of it; the newest answer has the newest value.
    this.turns.set(message.turnId, {
      ...blocksOf(message.content),
      metadata: membersOf(membersOf(message.snapshot?.fields)?.['metadata']) ?? {},
      observationId: isTurn ? node.id : (known?.observationId ?? node.id),
      ...{ kind: 'TURN', role: message.role, turnId: message.turnId, messageId: message.id, model: null },
      ...{ storedAt: known?.storedAt ?? node.observedAt, isDeleted: message.deleted },
    })
  }

  /** Returns the id of the message that a place is of; null where it is of none. */
  messageAt(observationId: string | null | undefined): string | null {
    for (let at = observationId; at != null;) {
      const node = this.byId.get(at)
      const turn = node?.kind === 'TURN' && node.message ? this.turns.get(node.message.turnId) : undefined
      const of = turn && (specOf(turn)?.of ?? (turn.role === 'TOOL' ? undefined : turn.turnId))
      if (of !== undefined) return of
      // A result that others have stored, and a marker, belong to what is above them.
      at = node?.parent?.id
    }
    return null
  }

  /** Returns the id of the message above the first turn of another one; null at the root. */
  messageAbove(observationId: string): string | null {
    const id = this.messageAt(observationId)
    for (let at = this.byId.get(observationId)?.parent?.id; at !== undefined; at = this.byId.get(at)?.parent?.id) {
      const above = this.messageAt(at)
      if (above !== id) return above
    }
    return null
  }
}
