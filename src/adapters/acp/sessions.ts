import { randomUUID } from 'node:crypto'
import {
  RequestError,
  type ListSessionsResponse,
  type PromptRequest,
  type PromptResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import type { Conversations } from './conversations.ts'
import type { ForkRequest } from './forkRequest.ts'
import { isNoId, type Stored } from './graph.ts'
import type { Model, NoModel } from './model.ts'
import { OpenSessions, type OpenSession } from './openSessions.ts'
import { absolutePath, absolutePaths } from './paths.ts'
import { answerPrompt, notConfigured } from './prompt.ts'
import { invalid, refusalOf } from './refusals.ts'
import { Replay } from './replay.ts'
import { sessionInfo } from './sessionInfo.ts'
import { keptSettings, settingsOf, type Opening, type Settings } from './settings.ts'

/** Sends an update of a session to the client. */
export type Show = (sessionId: string, update: SessionUpdate) => Promise<void>

/** What a client gives to open a session that is stored. */
interface Reopening extends Opening {
  readonly sessionId: string
  readonly cwd: string
}

/** What a client asks of sessions: each method of the protocol, on conversations of the graph. */
export class Sessions {
  readonly open = new OpenSessions()
  private readonly conversations: Conversations
  private readonly model: Model | NoModel
  private readonly show: Show

  constructor(conversations: Conversations, model: Model | NoModel, show: Show) {
    this.conversations = conversations
    this.model = model
    this.show = show
  }

  async create(params: Opening & { readonly cwd: string }): Promise<string> {
    const cwd = absolutePath(params.cwd, 'cwd')
    const id = randomUUID()
    await this.refusing(id, () => this.conversations.create(id, cwd, checkedSettings(id, params)))
    this.open.open(id, '')
    return id
  }

  /** Opens a stored session, and shows all of it. */
  async load(params: Reopening): Promise<void> {
    await this.reopen(params, async ({ id }) => {
      const replay = new Replay()
      for await (const entry of this.conversations.entries(id))
        for (const update of replay.updates(entry)) await this.show(id, update)
    })
  }

  /** Opens a stored session without showing it. */
  async resume(params: Reopening): Promise<void> {
    await this.reopen(params, () => Promise.resolve())
  }

  async list(cwd: string | null, cursor: string | null): Promise<ListSessionsResponse> {
    if (cwd !== null) absolutePath(cwd, 'cwd')
    const page = await this.refusing(null, () => this.conversations.page(cwd, cursor))
    const { hasNextPage, endCursor } = page.pageInfo
    const nextCursor = hasNextPage && endCursor !== null ? { nextCursor: endCursor } : {}
    return { sessions: page.nodes.map(sessionInfo), ...nextCursor }
  }

  /** Makes a session that shares another's past up to a message, and opens it. Nobody is asked, nothing is shown. */
  async fork(request: ForkRequest): Promise<string> {
    const { sessionId, point } = request
    const id = randomUUID()
    const messageId = point && ('at' in point ? point.at : point.before)
    const facts = messageId === null ? {} : { messageId }
    if (isNoId(sessionId)) throw RequestError.sessionNotFound(sessionId)
    if (messageId !== null && isNoId(messageId))
      throw invalid('No message has that id.', { code: 'FORK_POINT_UNKNOWN', ...facts })
    try {
      const { title } = await this.conversations.fork(sessionId, id, point, settingsOf(id, request))
      this.open.open(id, title)
      return id
    } catch (thrown) {
      throw refusalOf(thrown, sessionId, facts)
    }
  }

  async prompt({ sessionId, prompt }: PromptRequest, leaving: AbortSignal): Promise<PromptResponse> {
    const session = this.open.opened(sessionId)
    const { conversations, model } = this
    if ('missing' in model) throw notConfigured(model)
    const runId = randomUUID()
    const show = (update: SessionUpdate) => this.show(sessionId, update)
    const work = async (signal: AbortSignal) => {
      const answer = await answerPrompt(conversations, model, { sessionId, runId, prompt, signal, show })
      await this.tellChanges(session)
      return answer
    }
    return this.refusing(sessionId, () => this.open.run(session, runId, leaving, work))
  }

  async close(id: string): Promise<void> {
    await this.open.close(id)
  }

  /** Deletes a session; one that never was is gone as well. */
  async delete(id: string): Promise<void> {
    await this.open.close(id)
    const stored = await this.refusing(id, () => this.conversations.find(id))
    if (stored) await this.refusing(id, () => this.conversations.delete(id))
  }

  private async reopen(params: Reopening, then: (stored: Stored) => Promise<void>): Promise<void> {
    const { sessionId: id } = params
    absolutePath(params.cwd, 'cwd')
    const given = checkedSettings(id, params)
    await this.refusing(id, async () => {
      const stored = await this.conversations.find(id)
      if (!stored) throw RequestError.sessionNotFound(id)
      const kept = keptSettings(id, stored.metadata)
      const settings = { ...kept, ...given }
      if (!isEqual(kept, settings)) await this.conversations.keep(id, settings)
      await then(stored)
      this.open.open(id, stored.title)
    })
  }

  /** A title is derived from the first turn, and may be changed by others at any time. */
  private async tellChanges(session: OpenSession): Promise<void> {
    const stored = await this.conversations.find(session.id)
    if (!stored || stored.title === session.title) return
    session.title = stored.title
    const { title, updatedAt } = stored
    await this.show(session.id, { sessionUpdate: 'session_info_update', title, updatedAt })
  }

  private async refusing<T>(sessionId: string | null, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      throw refusalOf(thrown, sessionId)
    }
  }
}

function checkedSettings(id: string, opening: Opening): Settings {
  absolutePaths(opening.additionalDirectories, 'additionalDirectories')
  return settingsOf(id, opening)
}

/** What was never kept is only worth a write when there is something to keep. */
function isEqual(kept: Settings | null, given: Settings): boolean {
  const { mcpServers, additionalDirectories } = kept ?? { mcpServers: [], additionalDirectories: [] }
  const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((x, i) => x === b[i])
  return same(mcpServers, given.mcpServers) && same(additionalDirectories, given.additionalDirectories)
}
