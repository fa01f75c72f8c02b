import { objectOf, type Facts } from './graph.ts'
import { absolutePath, absolutePaths } from './paths.ts'
import { invalid } from './refusals.ts'

/** Where a fork is cut: behind the message, or before it. */
export type ForkPoint = { readonly at: string } | { readonly before: string } | null

/** What `session/fork` asks for. */
export interface ForkRequest {
  readonly sessionId: string
  readonly cwd: string
  readonly additionalDirectories: readonly string[]
  /** Undefined: those of the session that is forked. */
  readonly mcpServers: readonly unknown[] | undefined
  readonly point: ForkPoint
}

const members = ['sessionId', 'cwd', 'messageId', 'mcpServers', 'additionalDirectories', 'systemPrompt', '_meta']

/**
 * Returns what a fork is asked for. The SDK's own parser drops the point, and what is dropped would become a fork of the
 * whole: so a member that is not known is refused.
 */
export function parseForkRequest(value: unknown): ForkRequest {
  const params = objectOf(value)
  if (params === null) throw invalid('Send an object.')
  const unknown = Object.keys(params).filter((name) => !members.includes(name))
  if (unknown.length > 0) throw invalid(`Not known: ${unknown.join(', ')}.`, { unknown })
  const { sessionId, cwd, additionalDirectories, mcpServers, systemPrompt, messageId, _meta } = params
  if (typeof sessionId !== 'string') throw invalid('"sessionId" must be a text.', { field: 'sessionId' })
  if (systemPrompt != null) throw invalid('"systemPrompt" is not supported.', { field: 'systemPrompt' })
  if (_meta != null && objectOf(_meta) === null) throw invalid('"_meta" must be an object.', { field: '_meta' })
  return {
    sessionId,
    cwd: absolutePath(cwd, 'cwd'),
    additionalDirectories: absolutePaths(additionalDirectories, 'additionalDirectories'),
    mcpServers: serversOf(mcpServers),
    point: pointOf(messageId, objectOf(_meta) ?? {}),
  }
}

function serversOf(value: unknown): readonly unknown[] | undefined {
  if (value == null) return undefined
  const isNamed = (server: unknown) => typeof objectOf(server)?.['name'] === 'string'
  if (Array.isArray(value) && value.every(isNamed)) return value as readonly unknown[]
  throw invalid('"mcpServers" must be a list of servers with names.', { field: 'mcpServers' })
}

/**
 * A client may name the point in several ways: as the protocol's proposal does, in `_meta` (where Python's client puts
 * members that it does not know), or as other clients do today. All that are given must mean the same.
 */
function pointOf(messageId: unknown, meta: Facts): ForkPoint {
  const at = [
    idOf(messageId, 'messageId'),
    idOf(meta['messageId'], '_meta.messageId'),
    idOf(memberAt(meta, ['jetbrains', 'air', 'fork', 'messageId']), '_meta.jetbrains.air.fork.messageId'),
    idOf(memberAt(meta, ['claudeCode', 'rewindTo']), '_meta.claudeCode.rewindTo'),
  ].filter((id) => id !== null)
  const before = idOf(memberAt(meta, ['turngraph', 'before']), '_meta.turngraph.before')
  const [first] = at
  if (at.some((id) => id !== first) || (first !== undefined && before !== null))
    throw invalid('Several points are given, and they differ.', { points: [...new Set(at)], before })
  if (before !== null) return { before }
  return first === undefined ? null : { at: first }
}

/** Returns a member by its path, whose steps may be joined by dots in one key. */
function memberAt(value: unknown, steps: readonly string[]): unknown {
  if (steps.length === 0) return value
  const object = objectOf(value)
  if (object === null) return undefined
  for (let count = steps.length; count > 0; count--) {
    const key = steps.slice(0, count).join('.')
    const result = Object.hasOwn(object, key) ? memberAt(object[key], steps.slice(count)) : undefined
    if (result !== undefined) return result
  }
  return undefined
}

function idOf(value: unknown, field: string): string | null {
  if (value == null) return null
  if (typeof value === 'string') return value
  throw invalid(`"${field}" must be the id of a message.`, { field })
}
