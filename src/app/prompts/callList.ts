import type { Block, Conversation, Json, TreeNode } from '../../domain/model.ts'
import type { CallState, PathCall } from '../../domain/prompts/calls.ts'
import { callSummary } from '../../domain/prompts/callSummary.ts'
import { exitCodeOf, resultText } from '../../domain/prompts/outcome.ts'
import { startingCall } from '../../domain/prompts/startingCall.ts'
import { brokenCursor, cursorOfParts, listIn, readParts } from '../read/cursors.ts'
import type { Forward } from '../read/lists.ts'
import { listed, pageSize, type ListPage } from '../read/pages.ts'
import { nodeAt } from '../read/paths.ts'
import { spokenSpan } from './pathNodes.ts'
import { entryAt } from './prompts.ts'
import type { LoopSpan } from './rows.ts'
import { sidechainsIn } from './sidechainsOf.ts'

/** A call of a loop with what came of it, as the path shows both. */
export interface LoopCall {
  readonly callId: string
  readonly name: string
  readonly summary: string
  readonly state: CallState
  readonly exitCode: number | null
  readonly startedAt: string
  readonly durationMs: number | null
  readonly call: TreeNode
  readonly result: TreeNode | null
  readonly resultSize: number | null
  readonly resultHead: string | null
  readonly said: string | null
  readonly sidechain: Conversation | null
}

/** What a call shows of its result at once. */
const shownResult = 2000

/** Returns a page of the calls of a stretch, in their order. */
export async function callsPage(span: LoopSpan, args: Forward): Promise<ListPage<LoopCall>> {
  const size = pageSize(args).first ?? 0
  const { scope, conversation } = span.path
  const list = listIn(scope, `calls:${conversation.id}:${span.first.id}`)
  const after = readParts(list, args.after, 'after', isPlace)
  const { calls } = await spokenSpan(span)
  const named =
    after === null ? null : calls.findIndex(({ depth, callId }) => depth === after[0] && callId === after[1])
  if (named === -1) throw brokenCursor(args.after, 'after')
  const begin = named === null ? 0 : named + 1
  const pathCalls = calls.slice(begin, begin + size)
  const loopCalls = await Promise.all(pathCalls.map((call) => loopCall(span, call)))
  return {
    items: loopCalls.map((call, i) => {
      const { depth, callId } = pathCalls[i] as PathCall
      return listed(call, () => cursorOfParts(list, [depth, callId]))
    }),
    hasNextPage: begin + size < calls.length,
    hasPreviousPage: begin > 0,
    totalCount: () => Promise.resolve(calls.length),
  }
}

const isPlace = (value: unknown): value is [number, string] =>
  Array.isArray(value) && value.length === 2 && Number.isSafeInteger(value[0]) && typeof value[1] === 'string'

async function loopCall(
  span: LoopSpan,
  { callId, name, state, depth, resultDepth, text: words }: PathCall,
): Promise<LoopCall> {
  const { path } = span
  const at = (place: number) => nodeAt(path.scope.reads, path.end, 'depth', place)
  const [call, result] = await Promise.all([at(depth), resultDepth === null ? null : at(resultDepth)])
  if (!call) throw new Error(`The call ${callId} stands nowhere.`)
  const [made, came, sidechain] = await Promise.all([
    entryAt(path, call),
    result && entryAt(path, result),
    startedBy(span, call, callId),
  ])
  const content = came ? contentOf(came.blocks, callId) : null
  const input = made.blocks.find((block) => block.type === 'toolCall' && block.callId === callId)
  const text = content === null ? null : resultText(content)
  return {
    callId,
    name,
    summary: input?.type === 'toolCall' ? callSummary(input.input) : '',
    state,
    exitCode: content === null ? null : exitCodeOf(content),
    startedAt: call.observedAt,
    durationMs: result ? durationOf(call, result) : null,
    call,
    result,
    resultSize: text === null ? null : text.length,
    resultHead: text === null ? null : text.slice(0, shownResult),
    said: words.trim() === '' ? null : words,
    sidechain,
  }
}

function contentOf(blocks: readonly Block[], callId: string): Json {
  const block = blocks.find((one) => one.type === 'toolResult' && one.callId === callId)
  return block?.type === 'toolResult' ? block.content : null
}

function durationOf(call: TreeNode, result: TreeNode): number | null {
  const ms = Date.parse(result.observedAt) - Date.parse(call.observedAt)
  return ms >= 0 ? ms : null
}

async function startedBy(span: LoopSpan, call: TreeNode, callId: string): Promise<Conversation | null> {
  const started = (await sidechainsIn(span)).filter(({ caller }) => caller.id === call.id)
  return started.find(({ sidechain }) => startingCall(call.blocks, sidechain)?.callId === callId)?.sidechain ?? null
}
