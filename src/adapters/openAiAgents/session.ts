/* oxlint-disable typescript/no-unsafe-return, typescript/no-redundant-type-constituents -- items have no type here */
import { randomUUID } from 'node:crypto'
import { connect, type ConnectedGraph, type ConnectOptions } from '../../client/client.ts'
import { whileMoved } from '../turns/whileMoved.ts'
import { History } from './history.ts'
import { encodeItem } from './items.ts'
import { forgetOperations } from './operations.ts'
import { asUserErrors, userError, type AgentInputItem } from './peer.ts'
import { applyMutations } from './rewrites.ts'
import { applyTransaction } from './transactions.ts'

/** Where a session is kept: by a server, in this process, or by a client that is connected already. */
export type TurngraphSessionOptions = (ConnectOptions | { readonly client: ConnectedGraph }) & {
  /** The conversation that it is; a new one when left out. */
  readonly sessionId?: string | undefined
}

/** What a rewrite of a session's history asks for. */
export interface HistoryRewrite {
  mutations: { type: 'replace_function_call'; callId: string; replacement: AgentInputItem }[]
}
/** What is done to a session's history once. */
export interface HistoryTransaction {
  operationId: string
  transaction:
    | { type: 'append_items'; items: AgentInputItem[] }
    | { type: 'replace_suffix'; expectedSuffix: AgentInputItem[]; replacement: AgentInputItem[] }
}

/**
 * A session of OpenAI's agents that is a conversation: each item is a turn. What is popped, cleared or replaced stays in
 * its tree. Calls of one session are done in the order in which they were made.
 */
export class TurngraphSession {
  readonly sessionId: string
  private readonly options: ConnectOptions | { readonly client: ConnectedGraph }
  private opened: Promise<ConnectedGraph> | null = null
  private last: Promise<unknown> = Promise.resolve()

  constructor({ sessionId = randomUUID(), ...rest }: TurngraphSessionOptions = {}) {
    this.sessionId = sessionId
    this.options = rest
  }

  async getSessionId(): Promise<string> {
    return Promise.resolve(this.sessionId)
  }

  /** Returns the items, the last ones where a limit is given. */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    return this.serially(async (history) => {
      if (limit !== undefined && limit <= 0) return []
      const { items } = await history.tail(limit === undefined || Number.isNaN(limit) ? Infinity : limit)
      const from = limit === undefined ? 0 : Math.max(items.length - limit, 0)
      return (await history.originalsOf(items.slice(from))) as AgentInputItem[]
    })
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    const encoded = await asUserErrors(async () => (items as unknown[]).map((item, i) => encodeItem(item, i)))
    await this.serially((history) => history.append(encoded))
  }

  /** Takes the last item away and returns it. */
  async popItem(): Promise<AgentInputItem | undefined> {
    return this.serially((history) =>
      whileMoved(async () => {
        const tail = await history.tail(1)
        const last = tail.items.at(-1)
        if (!last) return undefined
        await history.replace(tail, tail.items.length - 1, [])
        return (await history.originalsOf([last]))[0] as AgentInputItem
      }),
    )
  }

  /** Takes all items away, and forgets what transactions there were. */
  async clearSession(): Promise<void> {
    await this.serially(async (history) => {
      if (await history.clear()) await forgetOperations(history.conversation)
    })
  }

  /** Replaces calls of functions by their ids. */
  async applyHistoryMutations({ mutations }: HistoryRewrite): Promise<void> {
    const all = mutations as Parameters<typeof applyMutations>[1]
    if (all.length > 0) await this.serially((history) => whileMoved(() => applyMutations(history, all)))
  }

  /** Appends items or replaces the last ones, once for each operation id, all of it or nothing. */
  async applyHistoryTransaction(args: HistoryTransaction): Promise<void> {
    await this.serially((history) => applyTransaction(history, args))
  }

  /** Makes these the items: a new path, beside which the old one stays. */
  async replaceHistoryWithCompaction(items: AgentInputItem[]): Promise<void> {
    const encoded = await asUserErrors(async () => (items as unknown[]).map((item, i) => encodeItem(item, i)))
    await this.serially(async (history) => {
      await history.keepBytes(encoded)
      await whileMoved(async () =>
        history.replace(
          await history.tail(),
          0,
          encoded.map(({ turn }) => turn),
        ),
      )
    })
  }

  /** Ends the connection that it has made. */
  async close(): Promise<void> {
    const client = this.opened && !('client' in this.options) ? await this.opened : null
    await client?.close()
  }

  private client(): Promise<ConnectedGraph> {
    this.opened ??= 'client' in this.options ? Promise.resolve(this.options.client) : connect(this.options)
    return this.opened
  }

  private async serially<T>(work: (history: History) => Promise<T>): Promise<T> {
    const done = this.last.then(async () => {
      if (this.sessionId.trim() === '') throw await userError('"sessionId" must not be blank.')
      return asUserErrors(async () => work(new History(await this.client(), this.sessionId)))
    })
    this.last = done.catch(() => undefined)
    return done
  }
}
