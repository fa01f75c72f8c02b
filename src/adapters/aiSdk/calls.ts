import { isSame, without, type Members } from '../turns/json.ts'
import type { Block } from '../turns/path.ts'
import { specified, usualPart, usualResult } from './parts.ts'
import { moreOf, type PartSpec } from './spec.ts'

/** A call of a tool as blocks, and what stands beside them. */
export interface EncodedCall {
  readonly call: Block
  readonly spec: PartSpec
  /** Null as long as there is no result. */
  readonly result: { readonly block: Block; readonly spec: PartSpec } | null
}

/** Says whether a part is a call of a tool that blocks can say. */
export function isCall({ type, toolCallId, toolName }: Members): boolean {
  const named = type === 'dynamic-tool' ? toolName : typeof type === 'string' && type.startsWith('tool-')
  return typeof toolCallId === 'string' && (named === true || typeof named === 'string')
}

/** What is said of a result, beside what is said of its call. */
const ofResult = ['state', 'output', 'errorText', 'resultProviderMetadata', 'preliminary']

/** Returns a call as blocks: what they cannot say stands in the specs. */
export function encodeCall(part: Members): EncodedCall {
  const { type, toolName, toolCallId, input } = part
  const name = type === 'dynamic-tool' ? (toolName as string) : (type as string).slice('tool-'.length)
  const callId = toolCallId as string
  const call: Block = { toolCall: { callId, name, input: input ?? {} } }
  const value = resultOf(part)
  const usual = usualPart(call) ?? {}
  const spec = moreOf(value ? without(part, ofResult) : part, usual)
  const result = value && {
    block: { toolResult: { callId, ...value } },
    spec: moreOf(
      Object.fromEntries(Object.entries(part).filter(([member]) => ofResult.includes(member))),
      usualResult(value),
    ),
  }
  const encoded = { call, spec, result }
  return isSame(decoded(encoded, value), part) ? encoded : verbatim(part, encoded)
}

/** Blocks say then what a model is to be sent, and the spec what the part is. */
function verbatim(part: Members, { call, result }: EncodedCall): EncodedCall {
  const isSaid = { part: null }
  return { call, spec: { part }, result: result && { block: result.block, spec: isSaid } }
}

function decoded({ call, spec, result }: EncodedCall, input: ReturnType<typeof resultOf>): Members {
  const part = specified(usualPart(call) ?? {}, spec)
  return result && input ? withResult(part, input, result.spec) : part
}

/** Returns the part of a call with its result. */
export function withResult(
  call: Members,
  result: { readonly content: unknown; readonly isError: boolean },
  spec: PartSpec | undefined,
): Members {
  return specified({ ...call, ...usualResult(result) }, spec)
}

/** Returns what a model is sent as the result of a call; null where it waits for one. */
function resultOf({ state, output, errorText, approval }: Members): { content: unknown; isError: boolean } | null {
  if (state === 'output-available') return { content: output ?? '', isError: false }
  if (state === 'output-error') return { content: errorText ?? '', isError: true }
  if (state !== 'output-denied') return null
  const { reason } = (approval ?? {}) as { readonly reason?: unknown }
  return { content: typeof reason === 'string' ? reason : 'The call of this tool was denied.', isError: true }
}
