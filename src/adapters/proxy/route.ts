import type { IncomingMessage, ServerResponse } from 'node:http'
import { forward, openConnections } from './pass/forward.ts'
import { framingOf } from './pass/framing.ts'
import { unknownHeader } from './pass/headers.ts'
import { targetOf, type NoTarget, type Upstreams } from './pass/upstream.ts'
import { namedByHead } from './record/names.ts'
import {
  createRecorder,
  type Recorder,
  type Recording,
  type RecorderParts,
  type RecordingRequest,
} from './record/recorder.ts'

/** What the proxy of a server is made of. */
export interface ProxyParts extends Omit<RecorderParts, 'mode'>, Upstreams {
  /** What is recorded: all, nothing, or requests that name a conversation. */
  readonly record: 'all' | 'off' | 'sessions'
}

/** A request for a model, and who sent it. */
export interface ProxyRequest extends Pick<RecordingRequest, 'tenant' | 'scope' | 'onRevoked' | 'pathConversation'> {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The path and the query behind what names a key or a conversation. */
  readonly path: string
  /** What hooks have set, CORS's headers among it. */
  readonly headers: readonly (readonly [string, string])[]
}

/** Passes requests for models on, and records them. */
export interface Proxy {
  /** Passes a request on and answers it; returns why it is refused, and then it is not answered. */
  pass(request: ProxyRequest): NoTarget | null
  readonly waiting: Recorder['waiting']
  /** Resolves once all that ended is stored, or given up, for so long at most. */
  close(graceMs: number): Promise<void>
}

/** Returns the proxy of a server. */
export function createProxy(parts: ProxyParts): Proxy {
  const connections = openConnections()
  const recorder = createRecorder({ ...parts, mode: parts.record === 'sessions' ? 'sessions' : 'all' })
  return {
    pass(parameters) {
      const { request, response, path } = parameters
      const { headers, rawHeaders, method = '' } = request
      const header = unknownHeader(rawHeaders)
      if (header !== null)
        return {
          refusal: `The header ${JSON.stringify(header)} is not known: a request chooses no upstream and no other setting.`,
          variable: null,
        }
      const framing = framingOf(method, rawHeaders)
      if ('refusal' in framing) return { ...framing, variable: null }
      const isAnthropic = headers['anthropic-version'] !== undefined || headers['x-api-key'] !== undefined
      const target = targetOf(parts, path, isAnthropic)
      if ('refusal' in target) return target
      const { wire } = target
      const isRecorded =
        wire !== null && method === 'POST' && parts.record !== 'off' && !isOff(headers['x-turngraph-record'])
      const recording = isRecorded ? recorder.begin({ ...parameters, wire, headers }) : null
      forward({
        ...{ request, response, target, framing, connections, tenant: parameters.tenant },
        moreHeaders: () => [...parameters.headers, ...(isRecorded ? ownHeaders(recording, parameters) : [])],
        onRequestEnd: recording ? () => recording.sent() : undefined,
        onRequest: recording ? (piece) => recording.request.add(piece) : undefined,
        onAnswer: recording ? (piece) => recording.answer.add(piece) : undefined,
        onEnd: (head, outcome) => void recording?.end(head, outcome),
      })
      return null
    },
    waiting: recorder.waiting,
    async close(graceMs) {
      connections.close()
      let timer: NodeJS.Timeout | undefined
      const graceOver = new Promise((resolve) => (timer = setTimeout(resolve, graceMs)))
      await Promise.race([recorder.idle(), graceOver])
      clearTimeout(timer)
      recorder.stop()
    },
  }
}

const isOff = (value: string | string[] | undefined): boolean => String(value).trim().toLowerCase() === 'off'

/** Headers for the caller before the first byte: the conversation where the request's head names it, and what is known to be lost. */
function ownHeaders(recording: Recording | null, request: ProxyRequest): (readonly [string, string])[] {
  const lostBy = recording === null ? 'BUSY' : recording.request.lostBy
  if (recording === null || lostBy !== null) return [['x-turngraph-error', lostBy ?? 'BUSY']]
  const named = namedByHead({ headers: request.request.headers, pathConversation: request.pathConversation })
  return named === null ? [] : [['x-turngraph-conversation', headerText(named.id)]]
}

/** A header has ASCII alone. */
const headerText = (id: string): string => (/^[\x20-\x7e]+$/.test(id) ? id : encodeURIComponent(id))
