import { randomUUID } from 'node:crypto'
import {
  RequestError,
  type ListSessionsResponse,
  type PromptRequest,
  type PromptResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import type { Answering, OpeningRequest } from './answering.ts'
import type { Conversations } from './conversations.ts'
import { messageNamed } from './messageIds.ts'
import type { ForkPoint, ForkRequest } from './forkRequest.ts'
import { isNoId, objectOf, type Facts, type StoredSession } from './graph.ts'
import { OpenSessions, type OpenSession } from './openSessions.ts'
import { absolutePath, absolutePaths } from './paths.ts'
import { invalid, refusalOf } from './refusals.ts'
import { Replay } from './replay.ts'
import { sessionInfo } from './sessionInfo.ts'
import { storedSettings, settingsOf, type Opening, type Settings } from './settings.ts'

/** Sends an update of a session to the client. */
export type Show = (sessionId: string, update: SessionUpdate) => Promise<void>

/** What a client gives to open a session that is stored. */
type Reopening = OpeningRequest & { readonly sessionId: string }

/** What a client asks of sessions: each method of the protocol, on conversations of the graph. */
export class Sessions {
  readonly open = new OpenSessions()
  private readonly conversations: Conversations
  private readonly answering: Answering
  private readonly show: Show

  constructor(conversations: Conversations, answering: Answering, show: Show) {
    this.conversations = conversations
    this.answering = answering
    this.show = show
  }

  async create(params: OpeningRequest): Promise<Facts & { sessionId: string }> {
    const cwd = absolutePath(params.cwd, 'cwd')
    const id = randomUUID()
    const settings = checkedSettings(id, params)
    return this.refusing(id, async () => {
      const { response, extra } = await this.answering.begin(id, params)
      await this.conversations.create(id, cwd, { ...settings, ...extra })
      this.open.open(id, '')
      return { ...response, sessionId: id }
    })
  }

  /** Opens a stored session, and shows all of it. */
  load(params: Reopening): Promise<Facts> {
    return this.reopen(params, async ({ id }) => {
      const replay = new Replay()
      for await (const entry of this.conversations.entries(id))
        for (const update of replay.updates(entry)) await this.show(id, update)
    })
  }

  /** Opens a stored session without showing it. */
  resume(params: Reopening): Promise<Facts> {
    return this.reopen(params, () => Promise.resolve())
  }

  async list(cwd: string | null, cursor: string | null): Promise<ListSessionsResponse> {
    if (cwd !== null) absolutePath(cwd, 'cwd')
    const page = await this.refusing(null, () => this.conversations.page(cwd, cursor))
    const { hasNextPage, endCursor } = page.pageInfo
    const nextCursor = hasNextPage && endCursor !== null ? { nextCursor: endCursor } : {}
    return { sessions: page.nodes.map(sessionInfo), ...nextCursor }
  }

  /** Makes a session that shares another's past up to a message, and opens it. Nobody is asked, nothing is shown. */
  async fork(request: ForkRequest): Promise<Facts & { sessionId: string }> {
    const { sessionId, point } = request
    const id = randomUUID()
    const messageId = point && ('at' in point ? point.at : point.before)
    const facts = messageId === null ? {} : { messageId }
    if (isNoId(sessionId)) throw RequestError.sessionNotFound(sessionId)
    if (messageId !== null && isNoId(messageId))
      throw invalid('No message has that id.', { code: 'FORK_POINT_UNKNOWN', ...facts })
    try {
      const source = await this.conversations.find(sessionId)
      const settings = forkSettings(id, request, source)
      const named = { ...request, point: await this.pointNamed(sessionId, point) }
      const { fork, warnings } = await this.conversations.fork(sessionId, id, named, settings)
      const opened = await this.openFork(fork, source, request, settings)
      return withWarnings({ ...opened, sessionId: id }, warnings)
    } catch (thrown) {
      throw refusalOf(thrown, sessionId, facts)
    }
  }

  async prompt(request: PromptRequest, leaving: AbortSignal): Promise<PromptResponse> {
    const { sessionId, prompt } = request
    const session = this.open.opened(sessionId)
    this.answering.check(sessionId)
    const runId = randomUUID()
    const show = (update: SessionUpdate) => this.show(sessionId, update)
    const work = async (signal: AbortSignal) => {
      const answer = await this.answering.answer({ sessionId, runId, prompt, signal, show, request })
      await this.tellChanges(session)
      return answer
    }
    return this.refusing(sessionId, () => this.open.run(session, runId, leaving, work))
  }

  async close(id: string): Promise<void> {
    await this.open.close(id)
    await this.answering.close(id)
  }

  /** Deletes a session; one that never was is gone as well. */
  async delete(id: string): Promise<void> {
    await this.close(id)
    const stored = await this.refusing(id, () => this.conversations.find(id))
    if (stored) await this.refusing(id, () => this.conversations.delete(id))
  }

  /** The point by the message's own id, whichever id a client knows it by. */
  private async pointNamed(sessionId: string, point: ForkPoint): Promise<ForkPoint> {
    if (point === null) return null
    if ('at' in point) return { at: await messageNamed(this.conversations, sessionId, point.at) }
    return { before: await messageNamed(this.conversations, sessionId, point.before) }
  }

  private async openFork(
    fork: StoredSession,
    source: StoredSession | null,
    request: ForkRequest,
    settings: Settings,
  ): Promise<Facts> {
    const { id, title } = fork
    try {
      const { response, extra } = await this.answering.fork(source, fork, request)
      if (extra) await this.conversations.keep(id, { ...settings, ...extra })
      this.open.open(id, title)
      return response
    } catch (thrown) {
      // The refusal is returned, even if this fails.
      await this.conversations.delete(id).catch(() => undefined)
      throw thrown
    }
  }

  private async reopen(params: Reopening, then: (stored: StoredSession) => Promise<void>): Promise<Facts> {
    const { sessionId: id } = params
    absolutePath(params.cwd, 'cwd')
    const input = checkedSettings(id, params)
    return this.refusing(id, async () => {
      const stored = await this.conversations.find(id)
      if (!stored) throw RequestError.sessionNotFound(id)
      const before = storedSettings(id, stored.metadata)
      const { response, extra } = await this.answering.goOn(stored, params)
      const settings = { ...before, ...input, ...extra }
      if (extra || !isEqual(before, settings)) await this.conversations.keep(id, settings)
      await then(stored)
      this.open.open(id, stored.title)
      return response
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

/** Servers that a client does not name again are those of the session that is forked. */
function forkSettings(id: string, request: ForkRequest, source: StoredSession | null): Settings {
  const settings = settingsOf(id, request)
  const known = source && storedSettings(source.id, source.metadata)
  return request.mcpServers === undefined && known ? { ...settings, mcpServers: known.mcpServers } : settings
}

/** What was never kept is only worth a write when there is something to keep. */
function isEqual(settings: Settings | null, input: Settings): boolean {
  const { mcpServers, additionalDirectories } = settings ?? { mcpServers: [], additionalDirectories: [] }
  const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((x, i) => x === b[i])
  return same(mcpServers, input.mcpServers) && same(additionalDirectories, input.additionalDirectories)
}

/** A response with what the client should know; the protocol has no member for it. */
function withWarnings<T extends Facts>(response: T, warnings: readonly Facts[]): T {
  if (warnings.length === 0) return response
  const meta = objectOf(response['_meta']) ?? {}
  return { ...response, _meta: { ...meta, turngraph: { ...objectOf(meta['turngraph']), warnings } } }
}
