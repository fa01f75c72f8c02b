import { v4 } from 'uuid'
import type { ConnectedGraph, Conversation } from '../../client/client.ts'
import { DeleteMessage, RestoreMessage } from '../../client/documents/generated.ts'
import { encodeMessage } from '../aiSdk/encode.ts'
import type { Decoded } from '../aiSdk/decode.ts'
import { isTurn } from '../aiSdk/differing.ts'
import type { EncodedTurn } from '../aiSdk/encoded.ts'
import { withFiles } from '../aiSdk/files.ts'
import { placedTurns } from '../turns/graft.ts'
import { badInput, codeOf } from '../turns/json.ts'
import { TurngraphError } from '../../client/turngraphError.ts'
import { storedUrls } from './files.ts'
import type { ChatForm } from './messages.ts'
import { threadOf, type StoredMessage, type AssistantThread } from './thread.ts'
import { ThreadTree, type StoredTurn } from './tree.ts'

/** A message where it stands. */
export interface PlacedMessage {
  readonly parentId: string | null
  readonly message: ChatForm
  readonly storedAt: string
}
export interface LoadedThread {
  readonly headId: string | null
  readonly messages: readonly PlacedMessage[]
}

/** The history of one thread: each message is a turn of its conversation, or more. */
export class ThreadHistory {
  private readonly client: ConnectedGraph
  private readonly conversation: Conversation
  private tree: ThreadTree

  constructor(client: ConnectedGraph, id: string) {
    this.client = client
    this.conversation = client.conversations.open(id)
    this.tree = new ThreadTree(client, id)
  }

  /** Returns the messages of all branches, those alone that `shows` names; none where there is no conversation yet. */
  async load(shows: (message: Decoded['message']) => boolean): Promise<LoadedThread> {
    this.tree = new ThreadTree(this.client, this.conversation.id)
    if (!(await this.tree.refresh()) || this.tree.head === null) return { headId: null, messages: [] }
    const { messages, shape } = threadOf(this.tree)
    const shownAncestor = (id: string | null): string | null => {
      let at = id
      while (at !== null && !shows(decodedOf(messages, at).message)) at = shape.parentOf(at)
      return at
    }
    const placed: PlacedMessage[] = []
    for (const id of shape.ids()) {
      if (shownAncestor(id) !== id) continue
      const decoded = decodedOf(messages, id)
      const message = (await withFiles(this.client, decoded)) as ChatForm
      const { storedAt = '' } = messages.get(id)?.turns[0] ?? {}
      placed.push({ parentId: shownAncestor(shape.parentOf(id)), message, storedAt })
    }
    return { headId: shownAncestor(shape.head), messages: placed }
  }

  /** Stores a message behind another one; one that is there already is changed, and goes there. */
  async append(parentId: string | null, message: ChatForm): Promise<void> {
    const thread = await this.read()
    if (parentId !== null && !thread.shape.has(parentId)) throw this.noMessage(parentId)
    const known = thread.messages.get(message.id)
    if (!known) return this.store(thread, parentId, await this.turnsOf(message))
    if (parentId !== null && thread.shape.isBelow(parentId, message.id))
      throw badInput('A message does not go below itself.', { id: message.id, parentId }, ['parentId'])
    const isRemoved = !thread.shape.has(message.id)
    if (isRemoved) await this.restore(known)
    const turns = await this.turnsOf(message)
    const isThere = !isRemoved && thread.shape.parentOf(message.id) === parentId
    if (!isThere) await this.store(thread, parentId, turns)
    await this.change((await this.read()).messages.get(message.id) ?? known, turns)
  }

  /** Changes a message where it stands; one that is not there is stored. */
  async update(parentId: string | null, message: ChatForm): Promise<void> {
    const { messages, shape } = await this.read()
    const known = shape.has(message.id) ? messages.get(message.id) : undefined
    if (!known) await this.append(parentId, message)
    else await this.change(known, await this.turnsOf(message))
  }

  /** Deletes messages: what is behind them goes on from what was before them. */
  async delete(ids: readonly string[]): Promise<void> {
    const { messages, shape } = await this.read()
    for (const id of ids) {
      const known = shape.has(id) ? messages.get(id) : undefined
      if (!known) throw this.noMessage(id)
      for (const turn of known.turns) if (!turn.isDeleted) await this.remove(turn)
    }
  }

  private async read(): Promise<AssistantThread> {
    await this.tree.refresh()
    return threadOf(this.tree)
  }

  private async turnsOf(message: ChatForm): Promise<readonly EncodedTurn[]> {
    const urls = await storedUrls(this.client, message.parts)
    return encodeMessage(message, ['message'], (url) => urls.get(url) ?? null).turns
  }

  private async store(
    { messages }: AssistantThread,
    parentId: string | null,
    turns: readonly EncodedTurn[],
  ): Promise<void> {
    const above = parentId === null ? null : messages.get(parentId)
    await this.conversation.append(placedTurns(turns, lastOf(above)?.observationId ?? null))
  }

  /** Corrects the turns that a message has, stores those that it has not, and deletes those that it has no more. */
  private async change({ turns: stored }: StoredMessage, turns: readonly EncodedTurn[]): Promise<void> {
    const same = turns.findIndex(({ turnId }, i) => stored[i]?.turnId !== turnId)
    const keepCount = same < 0 ? turns.length : same
    for (const [i, turn] of turns.slice(0, keepCount).entries()) {
      const now = stored[i] as StoredTurn
      if (now.isDeleted) await this.revive(now)
      if (!isTurn(now, turn)) await this.conversation.amend(now.messageId, fieldsOf(turn))
    }
    for (const turn of stored.slice(keepCount)) if (!turn.isDeleted) await this.remove(turn)
    const rest = turns.slice(keepCount)
    const at = stored[keepCount - 1]
    if (rest.length > 0 && at) await this.storeBelow(at, stored, rest)
  }

  /** What a message gets that is not the last one on the path does not become its end. */
  private async storeBelow(at: StoredTurn, stored: readonly StoredTurn[], rest: readonly EncodedTurn[]): Promise<void> {
    const { head } = this.tree
    await this.conversation.append(placedTurns(rest, at.observationId))
    if (head === null || stored.some(({ observationId }) => observationId === head)) return
    try {
      await this.conversation.switchTo(head)
    } catch (thrown) {
      // A head goes to leaves alone, and to none that waits for a result: the path then ends with this message.
      if (codeOf(thrown) !== 'BAD_INPUT' && codeOf(thrown) !== 'FORK_POINT_NOT_BOUNDARY') throw thrown
    }
  }

  private async restore({ turns }: StoredMessage): Promise<void> {
    for (const turn of turns) if (turn.isDeleted) await this.revive(turn)
  }

  private async revive({ messageId: id }: StoredTurn): Promise<void> {
    await this.client.query(RestoreMessage, { input: { id, idempotencyKey: v4() } })
  }

  private async remove({ messageId: id }: StoredTurn): Promise<void> {
    await this.client.query(DeleteMessage, { input: { id, idempotencyKey: v4() } })
  }

  private noMessage(id: string): TurngraphError {
    const details = { kind: 'Message', id, conversationId: this.conversation.id }
    return new TurngraphError(
      'NOT_FOUND',
      `No message of thread "${this.conversation.id}" has the id "${id}".`,
      details,
    )
  }
}

function decodedOf(messages: AssistantThread['messages'], id: string): Decoded {
  const decoded = messages.get(id)?.decoded
  if (!decoded) throw new Error(`Message "${id}" was placed, and there is nothing of it.`)
  return decoded
}

const lastOf = (message: StoredMessage | null | undefined): StoredTurn | undefined =>
  message?.turns.findLast(({ isDeleted }) => !isDeleted)

/** Everything that a turn says. Addresses belong to storing a turn: in a correction they are parts as they are. */
function fieldsOf({ blocks, metadata: { aiSdk } }: EncodedTurn): Readonly<Record<string, unknown>> {
  const specs = [...(aiSdk.parts ?? [])]
  const content = blocks.map((block, i) => {
    const spec = specs[i]
    if (!('uri' in block) || !spec || !('uri' in spec)) return block
    specs[i] = null
    return { other: { type: 'file', url: block.uri, ...spec.uri } }
  })
  return { content, metadata: { aiSdk: { ...aiSdk, ...(aiSdk.parts && { parts: specs }) } } }
}
