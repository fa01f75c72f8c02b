import { randomUUID } from 'node:crypto'
import {
  RequestError,
  type AgentApp,
  type AgentContext,
  type InitializeRequest,
  type InitializeResponse,
  type PromptResponse,
} from '@agentclientprotocol/sdk/unstable'
import type { Answering, NewSession, OpeningRequest, PromptedAs } from '../answering.ts'
import { sessionCapabilities } from '../answering.ts'
import type { Conversations } from '../conversations.ts'
import { objectOf, type Facts, type StoredSession } from '../graph.ts'
import { wireId } from '../messageIds.ts'
import { completedRun, storePrompt, messageIdsOf } from '../prompt.ts'
import { storedSettings } from '../settings.ts'
import type { Downstream, DownstreamConnection } from './downstream.ts'
import { Recorder } from './recorder.ts'
import { transcriptBlock } from './transcript.ts'
import { usageOf } from './usage.ts'

/** A session of the other agent that goes on with one of ours. */
interface Attached {
  readonly id: string
  readonly downstream: string
  /** Whether that agent must first get the transcript of what was said before. */
  needsTranscript: boolean
  /** What becomes of updates in order: shown, and while a prompt runs recorded. */
  chain: Promise<unknown>
  take: ((params: Facts) => void) | null
}

/** Another agent answers: what it says is recorded, what it cannot do (fork, list, history) is done here. */
export class WrappedAnswering implements Answering {
  private readonly conversations: Conversations
  private readonly agent: DownstreamConnection
  private readonly client: () => AgentContext
  private readonly byId = new Map<string, Attached>()
  private readonly byDownstream = new Map<string, Attached>()
  /** Updates of sessions that are just being opened. */
  private readonly early = new Map<string, Facts[]>()
  private capabilities: Facts = {}

  constructor(conversations: Conversations, downstream: Downstream, client: () => AgentContext) {
    this.conversations = conversations
    this.client = client
    this.agent = downstream.connect({
      onUpdate: (params) => {
        this.update(params)
      },
      onRequest: (method, params) => client().request(method, this.upwards(params)),
      onNotification: (method, params) => client().notify(method, this.upwards(params)),
    })
  }

  /** Passes on what is nobody's business here: modes, options, authentication, extensions. */
  passOn(app: AgentApp): void {
    app
      .onRequest('*', ({ method, params }) => this.agent.request(method, this.downwards(params)))
      .onNotification('*', ({ method, params }) => this.agent.notify(method, this.downwards(params)))
  }

  async initialize(request: InitializeRequest): Promise<InitializeResponse> {
    const answer = (await this.agent.request('initialize', request)) as unknown as InitializeResponse
    this.capabilities = objectOf(answer.agentCapabilities) ?? {}
    const { additionalDirectories } = this.ofSessions
    // What else they can do with sessions would go by the graph.
    const theirs = { ...(additionalDirectories != null && { additionalDirectories: {} }) }
    const ours = { loadSession: true, sessionCapabilities: { ...theirs, ...sessionCapabilities } }
    return { ...answer, agentCapabilities: { ...answer.agentCapabilities, ...ours } }
  }

  async begin(id: string, request: OpeningRequest): Promise<NewSession> {
    return this.fresh(id, request, false)
  }

  async goOn(stored: StoredSession, request: OpeningRequest): Promise<NewSession> {
    const { id } = stored
    const attached = this.byId.get(id)
    const settings = storedSettings(id, stored.metadata)
    const headId = stored.head?.id ?? null
    // The agent does not know what others wrote to the conversation since.
    const knows = settings?.downstream !== undefined && (settings.head ?? null) === headId
    if (attached && knows && attached.downstream === settings.downstream)
      return { response: restored({}, attached.needsTranscript ? 'transcript' : 'native') }
    this.forget(id)
    const response = knows ? await this.reopened(settings.downstream, request) : null
    if (response === null || settings?.downstream === undefined) return this.fresh(id, request, headId !== null)
    this.attach(id, settings.downstream, false)
    return { response: restored(response, 'native') }
  }

  async fork(source: StoredSession | null, fork: StoredSession, request: OpeningRequest): Promise<NewSession> {
    const attached = source && this.byId.get(source.id)
    const knows = source && storedSettings(source.id, source.metadata)?.head === (source.head?.id ?? null)
    const isWhole = source?.head?.id === fork.head?.id
    if (attached && knows && isWhole && !attached.needsTranscript && this.ofSessions['fork'] != null) {
      const answer = await this.agent
        .request('session/fork', openingOf(request, { sessionId: attached.downstream }))
        .catch(() => null)
      const downstream = answer?.['sessionId']
      if (answer && typeof downstream === 'string') return this.opened(fork.id, downstream, answer, 'native', fork.head)
    }
    const opened = await this.fresh(fork.id, request, fork.head !== null)
    return { ...opened, extra: { ...opened.extra, head: fork.head?.id ?? null } }
  }

  check(id: string): void {
    if (!this.byId.has(id)) throw RequestError.sessionNotFound(id)
  }

  async answer(prompted: PromptedAs): Promise<PromptResponse> {
    const { sessionId, runId, request, signal } = prompted
    const attached = this.byId.get(sessionId)
    if (!attached) throw RequestError.sessionNotFound(sessionId)
    const before = attached.needsTranscript ? [await this.transcript(sessionId)] : []
    const turnId = randomUUID()
    const userMessageId = await storePrompt(this.conversations, prompted, turnId)
    const recorder = new Recorder((id) => userMessageId.slice(0, -turnId.length) + id)
    const messageIds: string[] = []
    const lost: unknown[] = []
    const store = async (turns: Parameters<Conversations['store']>[2]) => {
      // What comes behind a turn that was lost would stand in its place.
      if (turns.length === 0 || lost.length > 0) return
      try {
        messageIds.push(...(await this.conversations.store(sessionId, runId, turns)))
      } catch (thrown) {
        lost.push(thrown)
      }
    }
    attached.take = (params) => {
      const { update, turns } = recorder.take(objectOf(params['update']) ?? {})
      this.inOrder(attached, () => store(turns))
      this.show(attached, { ...params, update })
    }
    const prompt = [...before, ...request.prompt]
    const ended = await this.ask(attached, { ...request, sessionId: attached.downstream, prompt }, signal)
    attached.take = null
    await attached.chain
    const stopReason = stopReasonOf(ended, signal)
    const usage = 'failure' in ended ? undefined : usageOf(ended.response.usage)
    await store(recorder.end({ metadata: { stopReason }, ...(usage && { usage }) }))
    await completedRun(this.conversations, prompted, lost)
    await this.remember(attached)
    if ('failure' in ended) throw ended.failure
    attached.needsTranscript = false
    const details = messageIdsOf(runId, userMessageId, messageIds.at(-1) ?? null)
    const turngraph = { ...details, messageIds: messageIds.map(wireId), graph: { ...details.graph, messageIds } }
    return { ...ended.response, _meta: { ...ended.response._meta, turngraph } }
  }

  async close(id: string): Promise<void> {
    const attached = this.byId.get(id)
    this.forget(id)
    // It frees what it can; what it cannot is its own affair.
    if (attached && this.ofSessions['close'] != null)
      await this.agent.request('session/close', { sessionId: attached.downstream }).catch(() => undefined)
  }

  /** Ends the other agent. */
  end(): Promise<void> {
    return this.agent.close()
  }

  private get ofSessions(): Facts {
    return objectOf(this.capabilities['sessionCapabilities']) ?? {}
  }

  private async ask({ downstream }: Attached, request: object, signal: AbortSignal): Promise<Ended> {
    const cancel = () => void this.agent.notify('session/cancel', { sessionId: downstream }).catch(() => undefined)
    signal.addEventListener('abort', cancel)
    try {
      if (signal.aborted) return { response: { stopReason: 'cancelled' } }
      return { response: (await this.agent.request('session/prompt', request)) as unknown as PromptResponse }
    } catch (failure) {
      return { failure }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  private async transcript(id: string) {
    const messages = await this.conversations.context(id, new AbortController().signal)
    const takes = objectOf(this.capabilities['promptCapabilities'])?.['embeddedContext'] === true
    return transcriptBlock(id, messages, takes)
  }

  /** Up to here the other agent knows the conversation. */
  private async remember({ id, downstream }: Attached): Promise<void> {
    const stored = await this.conversations.find(id)
    const settings = stored && storedSettings(id, stored.metadata)
    if (stored && settings)
      await this.conversations.keep(id, { ...settings, downstream, head: stored.head?.id ?? null })
  }

  private async fresh(id: string, request: OpeningRequest, needsTranscript: boolean): Promise<NewSession> {
    const answer = await this.agent.request('session/new', openingOf(request, {}))
    const downstream = answer['sessionId']
    if (typeof downstream !== 'string')
      throw RequestError.internalError({ code: 'AGENT_FAILED' }, 'It gave no session.')
    return this.opened(id, downstream, answer, needsTranscript ? 'transcript' : 'native', null)
  }

  private opened(id: string, downstream: string, answer: Facts, how: How, head: StoredSession['head']): NewSession {
    this.attach(id, downstream, how === 'transcript')
    return { response: restored(answer, how), extra: { downstream, head: head?.id ?? null } }
  }

  /** Returns what the other agent answers when it still has the session; null when it has not. */
  private async reopened(downstream: string | undefined, request: OpeningRequest): Promise<Facts | null> {
    const way = this.ofSessions['resume'] != null ? 'session/resume' : 'session/load'
    if (downstream === undefined || (way === 'session/load' && this.capabilities['loadSession'] !== true)) return null
    const answer = await this.agent.request(way, openingOf(request, { sessionId: downstream })).catch(() => null)
    // What it showed of the past is shown from the graph.
    this.early.delete(downstream)
    return answer
  }

  private attach(id: string, downstream: string, needsTranscript: boolean): void {
    this.forget(id)
    const attached: Attached = { id, downstream, needsTranscript, chain: Promise.resolve(), take: null }
    this.byId.set(id, attached)
    this.byDownstream.set(downstream, attached)
    const early = this.early.get(downstream) ?? []
    this.early.delete(downstream)
    // The client knows the session once it has its answer.
    setImmediate(() => {
      for (const params of early) this.show(attached, params)
    })
  }

  private forget(id: string): void {
    const attached = this.byId.get(id)
    if (attached) this.byDownstream.delete(attached.downstream)
    this.byId.delete(id)
  }

  private update(params: Facts): void {
    const downstream = String(params['sessionId'])
    const attached = this.byDownstream.get(downstream)
    if (attached?.take) attached.take(params)
    else if (attached) this.show(attached, params)
    else this.early.set(downstream, [...(this.early.get(downstream) ?? []).slice(-mostEarly), params])
  }

  private show(attached: Attached, params: Facts): void {
    const details = { ...params, sessionId: attached.id }
    this.inOrder(attached, () =>
      this.client()
        .notify('session/update', details)
        .catch(() => undefined),
    )
  }

  /** None of it rejects: what comes behind would be left out. */
  private inOrder(attached: Attached, work: () => Promise<unknown>): void {
    attached.chain = attached.chain.then(work)
  }

  private upwards(params: unknown): unknown {
    const { sessionId } = objectOf(params) ?? {}
    const attached = typeof sessionId === 'string' ? this.byDownstream.get(sessionId) : undefined
    return attached ? { ...objectOf(params), sessionId: attached.id } : params
  }

  private downwards(params: unknown): unknown {
    const { sessionId } = objectOf(params) ?? {}
    if (typeof sessionId !== 'string') return params
    const attached = this.byId.get(sessionId)
    if (!attached) throw RequestError.sessionNotFound(sessionId)
    return { ...objectOf(params), sessionId: attached.downstream }
  }
}

/** So many updates of a session wait for it to be opened. */
const mostEarly = 999

type How = 'native' | 'transcript'

type Ended = { readonly response: PromptResponse } | { readonly failure: unknown }

/** An agent that is ended because its client is gone has not failed. */
function stopReasonOf(ended: Ended, { aborted }: AbortSignal): string {
  if ('response' in ended) return ended.response.stopReason
  return aborted ? 'cancelled' : 'error'
}

/** The answer for the client about a session that was opened, and how the other agent came to know its past. */
function restored({ sessionId: _, ...answer }: Facts, how: How): Facts {
  return { ...answer, _meta: { ...objectOf(answer['_meta']), turngraph: { restored: how } } }
}

function openingOf({ cwd, mcpServers, additionalDirectories }: OpeningRequest, more: Facts): Facts {
  const directories = (additionalDirectories ?? []).length > 0 ? { additionalDirectories } : {}
  return { ...more, cwd, mcpServers: mcpServers ?? [], ...directories }
}
