import { randomUUID } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import {
  agent,
  ndJsonStream,
  RequestError,
  type AgentApp,
  type AgentContext,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'

/** What the agent can do besides what each can. */
export interface Abilities {
  readonly fork?: boolean
  readonly load?: boolean
}

/** What an agent remembers of a session: what it was told and said. */
export type Memory = Map<string, string[]>

/** An agent of the protocol's own SDK, with a memory of its own: it says how much it was told, and does what it is told to. */
export function otherAgent({ fork = false, load = false }: Abilities, memory: Memory = new Map()): AgentApp {
  const cancels = new Map<string, () => void>()
  const open = (told: readonly string[] = []) => {
    const sessionId = `theirs-${randomUUID()}`
    memory.set(sessionId, [...told])
    return sessionId
  }
  const app = agent({ name: 'other' })
    .onRequest('initialize', () => ({
      protocolVersion: 1,
      agentCapabilities: {
        loadSession: load,
        promptCapabilities: { embeddedContext: true },
        sessionCapabilities: fork ? { fork: {} } : {},
      },
      agentInfo: { name: 'other', version: '1' },
      ...(process.argv.includes('--tell-pid') && { _meta: { pid: process.pid } }),
    }))
    .onRequest('session/new', () => ({
      sessionId: open(),
      modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] },
    }))
    .onRequest('session/set_mode', ({ params }) => {
      if (!memory.has(params.sessionId)) throw RequestError.sessionNotFound(params.sessionId)
      memory.get(params.sessionId)?.push(`mode ${params.modeId}`)
      return {}
    })
    .onNotification('session/cancel', ({ params }) => cancels.get(params.sessionId)?.())
    .onRequest('session/prompt', async ({ params, client }) => {
      const { sessionId, prompt } = params
      const told = memory.get(sessionId)
      if (!told) throw RequestError.sessionNotFound(sessionId)
      const texts = prompt.map((block) => {
        if (block.type === 'text') return block.text
        return block.type === 'resource' && 'text' in block.resource ? block.resource.text : block.type
      })
      told.push(...texts)
      const show = (update: SessionUpdate) => client.notify('session/update', { sessionId, update })
      const say = (text: string, messageId = 'm1') =>
        show({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } })
      const asked = texts.at(-1) ?? ''
      if (asked === 'Fail.') {
        await say('So far.')
        throw RequestError.internalError({ reason: 'odd' }, 'It broke.')
      }
      if (asked === 'Hang.' || asked === 'Linger.' || asked === 'Never stop.') {
        const cancelled = new Promise<void>((done) => cancels.set(sessionId, done))
        await say('So far.')
        await (asked === 'Never stop.' ? new Promise<void>(() => undefined) : cancelled)
        if (asked === 'Linger.') await say(' And so on.')
        return { stopReason: 'cancelled' }
      }
      if (asked === 'Look.') await look(sessionId, client, show, say)
      else await say(`I was told ${told.length}: ${told.join(' | ')}`)
      return { stopReason: 'end_turn', usage: { totalTokens: 5, inputTokens: 3, outputTokens: 2 } }
    })
  if (fork) app.onRequest('session/fork', ({ params }) => ({ sessionId: open(memory.get(params.sessionId)) }))
  if (load)
    app.onRequest('session/load', async ({ params, client }) => {
      const { sessionId } = params
      if (!memory.has(sessionId)) throw RequestError.sessionNotFound(sessionId)
      const content = { type: 'text' as const, text: 'As they remember it.' }
      await client.notify('session/update', { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } })
      return {}
    })
  return app
}

async function look(
  sessionId: string,
  client: AgentContext,
  show: (update: SessionUpdate) => Promise<void>,
  say: (text: string, messageId?: string) => Promise<void>,
): Promise<void> {
  const toolCallId = 'call-1'
  await show({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm.' } })
  await say('I ', 'm1')
  await say('look.', 'm1')
  await show({ sessionUpdate: 'tool_call', toolCallId, title: 'Read a.txt', kind: 'read', status: 'pending' })
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }]
  const { outcome } = await client.request<{ outcome: { outcome: string } }>('session/request_permission', {
    sessionId,
    toolCall: { toolCallId },
    options,
  })
  const { content } = await client.request('fs/read_text_file', { sessionId, path: '/w/a.txt' })
  await show({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', rawInput: { path: '/w/a.txt' } })
  const rawOutput = { outcome: outcome.outcome, content }
  await show({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', rawOutput })
  await say('It says ', 'm2')
  await say(content, 'm2')
}

if (process.argv[1] === import.meta.filename)
  otherAgent({ fork: process.argv.includes('--fork') }).connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  )
