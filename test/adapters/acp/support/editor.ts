import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  client,
  ndJsonStream,
  type ClientConnection,
  type RequestError,
  type SessionNotification,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import { assertValid, type Message } from './protocol.ts'
import { waitFor } from '../../../support/waitFor.ts'

/** What an editor reads from and writes to. */
export interface Pipes {
  readonly toAgent: Writable
  readonly fromAgent: Readable
}

/** An editor of the protocol's own SDK, which keeps whatever is said on the wire. */
export class Editor {
  readonly shown: SessionNotification[] = []
  readonly sent: Message[] = []
  readonly received: Message[] = []
  readonly connection: ClientConnection
  private readonly waiting = new Set<() => void>()

  constructor({ toAgent, fromAgent }: Pipes, make: (app: ReturnType<typeof client>) => void = () => undefined) {
    const output = tapped((chunk) => this.sent.push(...messagesIn(chunk)))
    const input = tapped((chunk) => {
      this.hear(chunk)
    })
    void output.readable.pipeTo(Writable.toWeb(toAgent) as WritableStream<Uint8Array>).catch(() => undefined)
    const lines = (Readable.toWeb(fromAgent) as ReadableStream<Uint8Array>).pipeThrough(input)
    const app = client({ name: 'editor' }).onNotification('session/update', ({ params }) => {
      this.shown.push(params)
      this.wake()
    })
    make(app)
    this.connection = app.connect(ndJsonStream(output.writable, lines))
  }

  /** Sends a request, and returns its result. */
  ask<T = Record<string, unknown>>(method: string, params: object): Promise<T> {
    return this.connection.agent.request<T>(method, params)
  }

  /** Sends a request that must be refused, and returns the error. */
  async refused(method: string, params: object): Promise<RequestError & { readonly data: Record<string, unknown> }> {
    try {
      await this.ask(method, params)
    } catch (thrown) {
      return thrown as RequestError & { readonly data: Record<string, unknown> }
    }
    assert.fail(`${method} was not refused`)
  }

  begin(): Promise<Record<string, unknown>> {
    return this.ask('initialize', { protocolVersion: 1, clientCapabilities: {} })
  }

  async open(cwd = '/home/ada/one'): Promise<string> {
    return (await this.ask<{ sessionId: string }>('session/new', { cwd, mcpServers: [] })).sessionId
  }

  prompt(sessionId: string, text: string): Promise<Answered> {
    return this.ask<Answered>('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  }

  /** What was shown of a session since the last call, as `kind: text`. */
  takeShown(sessionId: string): string[] {
    const shown = this.shown.splice(0).filter((one) => one.sessionId === sessionId)
    return shown.map(({ update }) => `${update.sessionUpdate}: ${textOf(update)}`)
  }

  /** Resolves once something shown is as wanted. */
  async until(wanted: (shown: readonly SessionNotification[]) => boolean): Promise<void> {
    await waitFor(() => wanted(this.shown))
  }

  /** Holds all that the agent sent to the protocol's JSON Schema. */
  assertValid(): void {
    const asked = this.sent.filter(({ method, id }) => method !== undefined && id !== undefined)
    assertValid(this.received, new Map(asked.map(({ id, method }) => [id, method ?? ''])))
  }

  private hear(chunk: Uint8Array): void {
    this.rest += Buffer.from(chunk).toString()
    const lines = this.rest.split('\n')
    this.rest = lines.pop() ?? ''
    this.received.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Message))
  }
  private rest = ''

  private wake(): void {
    for (const done of this.waiting) done()
    this.waiting.clear()
  }
}

/** What a prompt is answered with. */
export interface Answered {
  readonly stopReason: string
  readonly usage?: object
  readonly _meta: {
    readonly turngraph: {
      readonly userMessageId: string
      readonly messageId: string | null
      readonly runId: string
      /** The same by the ids of the graph. */
      readonly graph: { readonly userMessageId: string; readonly messageId: string | null }
    }
  }
}

/** Lets bytes through, and shows them. */
function tapped(show: (chunk: Uint8Array) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, to) {
      show(chunk)
      to.enqueue(chunk)
    },
  })
}

function messagesIn(chunk: Uint8Array): Message[] {
  const lines = Buffer.from(chunk).toString().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Message)
}

/** Returns what an update shows, shortly. */
export function textOf(update: SessionUpdate): string {
  if ('content' in update && update.content && 'type' in update.content)
    return update.content.type === 'text' ? update.content.text : JSON.stringify(update.content)
  return update.sessionUpdate.startsWith('tool_call') ? String((update as { status?: string }).status) : ''
}
