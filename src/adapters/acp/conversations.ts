import { randomUUID } from 'node:crypto'
import * as documents from '../../client/documents/generated.ts'
import type { TypedDocument } from '../../client/graphClient.ts'
import type { ForkRequest } from './forkRequest.ts'
import { isNoId, type SessionEntry, type Facts, type AcpTurn, type Graph, type StoredSession } from './graph.ts'
import { openRunsIn, Runs } from './runs.ts'
import type { Settings } from './settings.ts'

interface Connection<T> {
  readonly nodes: readonly T[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

interface Forked {
  readonly fork: StoredSession
  readonly warnings: readonly Facts[]
}

/** What sessions are in the graph: conversations, and prompts runs of them. */
export class Conversations {
  readonly runs: Runs
  private readonly graph: Graph

  constructor(graph: Graph) {
    this.graph = graph
    this.runs = new Runs(graph)
  }

  /** Returns the conversation of that id; null where there is none, or it is deleted. */
  async find(id: string): Promise<StoredSession | null> {
    if (isNoId(id)) return null
    const { conversation } = await this.graph.query(documents.FindSession, { id })
    return conversation?.deletedAt === null ? (conversation as StoredSession) : null
  }

  async page(cwd: string | null, after: string | null): Promise<Connection<StoredSession>> {
    const { conversations } = await this.graph.query(documents.ListSessions, { cwd, after })
    return conversations as Connection<StoredSession>
  }

  async create(id: string, cwd: string, acp: Settings): Promise<void> {
    await this.mutate(documents.CreateConversation, { id, cwd, metadata: { acp } })
  }

  /** Keeps what is said of a session from now on. */
  async keep(id: string, acp: Settings): Promise<void> {
    await this.graph.query(documents.UpdateConversation, { input: { id, metadata: { acp } } })
  }

  /** Deletes a conversation; what a process that is gone has left open in it is ended before. */
  async delete(id: string): Promise<void> {
    await this.runs.endOwed(id)
    const deleting = () => this.mutate(documents.DeleteConversation, { id })
    await deleting().catch(async (thrown: unknown) => {
      const open = openRunsIn(thrown)
      if (open === null) throw thrown
      await this.runs.endAll(id, open)
      await deleting()
    })
  }

  /** The ids of a conversation's messages: those of the path to its head, then what else was stored in it. */
  async *messageIds(id: string): AsyncGenerator<string> {
    const lists = [
      (after: string | null) => this.pathMessages(id, after),
      (after: string | null) => this.ownMessages(id, after),
    ]
    for (const pageAfter of lists)
      for (let after: string | null = null; ;) {
        const page: Connection<string | null> | null = await pageAfter(after)
        for (const messageId of page?.nodes ?? []) if (messageId !== null) yield messageId
        after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
        if (after === null) break
      }
  }

  private async pathMessages(id: string, after: string | null): Promise<Connection<string | null> | null> {
    const { conversation } = await this.graph.query(documents.PathMessageIds, { id, after })
    if (!conversation) return null
    const { nodes, pageInfo } = conversation.transcript
    return { nodes: nodes.map(({ message }) => message?.id ?? null), pageInfo }
  }

  private async ownMessages(id: string, after: string | null): Promise<Connection<string | null> | null> {
    const { conversation } = await this.graph.query(documents.OwnMessageIds, { id, after })
    if (!conversation) return null
    const { nodes, pageInfo } = conversation.messages
    return { nodes: nodes.map((message) => message.id), pageInfo }
  }

  /** Forks a conversation; returns the fork with what the caller should know. */
  async fork(
    source: string,
    id: string,
    { point, cwd }: Pick<ForkRequest, 'point' | 'cwd'>,
    acp: Settings,
  ): Promise<Forked> {
    const at = point && 'at' in point ? { at: { messageId: point.at } } : {}
    const before = point && 'before' in point ? { before: { messageId: point.before } } : {}
    const boundary = 'MESSAGE'
    const input = { source, newConversationId: id, boundary, cwd, metadata: { acp }, ...at, ...before } as const
    const { forkConversation } = await this.mutate(documents.ForkSession, input)
    return { fork: forkConversation.conversation as StoredSession, warnings: forkConversation.warnings }
  }

  /** The path of a conversation from its root, page by page. */
  async *entries(id: string): AsyncGenerator<SessionEntry> {
    for (let after: string | null = null; ;) {
      const page: Connection<SessionEntry> | null = await this.entriesAfter(id, after)
      yield* page?.nodes ?? []
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
      if (after === null) return
    }
  }

  private async entriesAfter(id: string, after: string | null): Promise<Connection<SessionEntry> | null> {
    const { conversation } = await this.graph.query(documents.SessionEntries, { id, after })
    return (conversation?.transcript ?? null) as Connection<SessionEntry> | null
  }

  /** Returns the messages that a model is sent. */
  async context(id: string, signal: AbortSignal): Promise<readonly Facts[]> {
    const { conversation } = await this.graph.query(documents.ContextMessages, { id }, { signal })
    return (conversation?.contextMessages ?? []) as readonly Facts[]
  }

  /** Stores turns of a run, all or none; returns the ids of their messages. */
  async store(conversationId: string, runId: string, turns: readonly AcpTurn[]): Promise<readonly string[]> {
    const turnInputs = turns.map((turn) => ({ ...turn, conversationId, runId, sourceKind: 'acp' }))
    const { storeTurns } = await this.mutate(documents.StoreTurns, { turns: turnInputs })
    return storeTurns.results.flatMap(({ message }) => message?.id ?? [])
  }

  /** With a key of its own, so that the client may ask again when no answer comes. */
  private mutate<R, I>(
    document: TypedDocument<R, { readonly input: I }>,
    input: Omit<I, 'idempotencyKey'>,
  ): Promise<R> {
    const idempotencyKey = `acp-${randomUUID()}`
    return this.graph.query(document, { input: { ...input, idempotencyKey } as I })
  }
}
