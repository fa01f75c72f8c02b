import { randomUUID } from 'node:crypto'
import * as documents from './documents.ts'
import type { ForkPoint } from './forkRequest.ts'
import { isNoId, type Entry, type Facts, type GivenTurn, type Graph, type Stored } from './graph.ts'
import type { Settings } from './settings.ts'

interface Connection<T> {
  readonly nodes: readonly T[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}
interface Page {
  readonly conversation: { readonly transcript: Connection<Entry> } | null
}

/** What sessions are in the graph: conversations, and prompts runs of them. */
export class Conversations {
  private readonly graph: Graph

  constructor(graph: Graph) {
    this.graph = graph
  }

  /** Returns the conversation of that id; null where there is none, or it is deleted. */
  async find(id: string): Promise<Stored | null> {
    if (isNoId(id)) return null
    const { conversation } = await this.graph.query<{ conversation: Stored | null }>(documents.findSession, { id })
    return conversation?.deletedAt === null ? conversation : null
  }

  async page(cwd: string | null, after: string | null): Promise<Connection<Stored>> {
    const answer = await this.graph.query<{ conversations: Connection<Stored> }>(documents.listSessions, { cwd, after })
    return answer.conversations
  }

  async create(id: string, cwd: string, acp: Settings): Promise<void> {
    await this.mutate(documents.createSession, { id, cwd, metadata: { acp } })
  }

  /** Keeps what is said of a session from now on. */
  async keep(id: string, acp: Settings): Promise<void> {
    await this.graph.query(documents.updateSession, { input: { id, metadata: { acp } } })
  }

  async delete(id: string): Promise<void> {
    await this.mutate(documents.deleteSession, { id })
  }

  async fork(source: string, id: string, point: ForkPoint, acp: Settings): Promise<Stored> {
    const at = point && 'at' in point ? { at: { messageId: point.at } } : {}
    const before = point && 'before' in point ? { before: { messageId: point.before } } : {}
    const input = { source, newConversationId: id, boundary: 'MESSAGE', metadata: { acp }, ...at, ...before }
    const answer = await this.mutate<{ forkConversation: { conversation: Stored } }>(documents.forkSession, input)
    return answer.forkConversation.conversation
  }

  /** The path of a conversation from its root, page by page. */
  async *entries(id: string): AsyncGenerator<Entry> {
    for (let after: string | null = null; ;) {
      const page: Connection<Entry> | null = await this.entriesAfter(id, after)
      yield* page?.nodes ?? []
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
      if (after === null) return
    }
  }

  private async entriesAfter(id: string, after: string | null): Promise<Connection<Entry> | null> {
    const { conversation } = await this.graph.query<Page>(documents.readPage, { id, after })
    return conversation?.transcript ?? null
  }

  /** Returns the messages that a model is sent. */
  async context(id: string, signal: AbortSignal): Promise<readonly Facts[]> {
    const asked = this.graph.query<{ conversation: { contextMessages: readonly Facts[] } | null }>(
      documents.readContext,
      { id },
      { signal },
    )
    return (await asked).conversation?.contextMessages ?? []
  }

  async claimRun(conversationId: string, runId: string): Promise<void> {
    await this.mutate(documents.claimRun, { conversationId, runId })
  }

  async completeRun(conversationId: string, runId: string): Promise<void> {
    await this.graph.query(documents.completeRun, { input: { conversationId, runId } })
  }

  async abortRun(conversationId: string, runId: string): Promise<void> {
    await this.graph.query(documents.abortRun, { input: { conversationId, runId } })
  }

  /** Stores turns of a run, all or none; returns the ids of their messages. */
  async store(conversationId: string, runId: string, turns: readonly GivenTurn[]): Promise<readonly string[]> {
    const given = turns.map((turn) => ({ ...turn, conversationId, runId, sourceKind: 'acp' }))
    const answer = await this.mutate<{ storeTurns: { results: readonly { message: { id: string } }[] } }>(
      documents.storeTurns,
      { turns: given },
    )
    return answer.storeTurns.results.map(({ message }) => message.id)
  }

  /** With a key of its own, so that the client may ask again when nobody answers. */
  private mutate<T>(document: string, input: Facts): Promise<T> {
    return this.graph.query<T>(document, { input: { ...input, idempotencyKey: `acp-${randomUUID()}` } })
  }
}
