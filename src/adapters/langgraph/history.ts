import { BaseListChatMessageHistory } from '@langchain/core/chat_history'
import {
  AIMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  SystemMessage,
  type BaseMessage,
  type StoredMessage,
} from '@langchain/core/messages'
import { connect, type ConnectedGraph, type Turn } from '../../client/client.ts'
import { membersOf } from '../turns/json.ts'
import { readPath, type PathTurn } from '../turns/path.ts'
import { isMessage, turnOf } from './messageTurns.ts'
import type { SaverConnection } from './saver.ts'

/** The messages of a conversation, as chains of LangChain keep them: no checkpoints, turns alone. */
export class TurngraphMessageHistory extends BaseListChatMessageHistory {
  override lc_namespace: string[] = ['turngraph', 'langgraph']
  /** The client that they are kept by. */
  readonly client: ConnectedGraph
  readonly sessionId: string
  readonly #isOwn: boolean

  constructor(client: ConnectedGraph, sessionId: string, isOwn = false) {
    super()
    this.client = client
    this.sessionId = sessionId
    this.#isOwn = isOwn
  }

  /** Connects to a server, or opens a store in this process; the conversation has the id of the session. */
  static async connect(connection: SaverConnection & { readonly sessionId: string }): Promise<TurngraphMessageHistory> {
    const { sessionId, ...rest } = connection
    if ('client' in rest) return new TurngraphMessageHistory(rest.client, sessionId)
    return new TurngraphMessageHistory(await connect(rest), sessionId, true)
  }

  /** Returns the messages of the path to the head; of turns that came otherwise, what they say. */
  override async getMessages(): Promise<BaseMessage[]> {
    const path = (await readPath(this.client.conversations.open(this.sessionId))) ?? []
    return path.flatMap((turn) => (turn.kind === 'TURN' && !turn.isDeleted ? messageOf(turn) : []))
  }

  override async addMessage(message: BaseMessage): Promise<void> {
    await this.addMessages([message])
  }

  override async addMessages(messages: BaseMessage[]): Promise<void> {
    await this.client.conversations.open(this.sessionId).append(messages.map(storedTurn))
  }

  /** Takes the head back to the beginning: what was said stays in the tree. */
  override async clear(): Promise<void> {
    const talk = this.client.conversations.open(this.sessionId)
    if ((await talk.summary())?.head) await talk.rewind({ turns: 1_000_000_000 })
  }

  /** Closes the client, unless it was given. */
  async end(): Promise<void> {
    if (this.#isOwn) await this.client.close()
  }
}

function storedTurn(message: BaseMessage): Turn {
  if (!isMessage(message)) throw new Error('A message of LangChain is expected.')
  const { turnId: _none, ...turn } = turnOf(message, '')
  const [stored] = mapChatMessagesToStoredMessages([message])
  return { ...turn, metadata: { langchain: stored } }
}

function messageOf({ metadata, blocks, role }: PathTurn): BaseMessage[] {
  const stored = membersOf(metadata['langchain'])
  if (stored !== null) return mapStoredMessagesToChatMessages([stored as unknown as StoredMessage])
  const text = blocks.flatMap((block) => ('text' in block ? [block.text] : [])).join('\n')
  if (role === 'ASSISTANT') return [new AIMessage(text)]
  return role === 'SYSTEM' ? [new SystemMessage(text)] : role === 'USER' ? [new HumanMessage(text)] : []
}
