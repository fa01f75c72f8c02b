import type { SessionUpdate, ToolCall, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk/unstable'
import { contentOut } from './content.ts'
import { thoughtId, wireId } from './messageIds.ts'
import { objectOf, type SessionEntry, type Facts, type StoredBlock } from './graph.ts'

type CallBlock = Extract<StoredBlock, { __typename: 'ToolCallBlock' }>
type ResultBlock = Extract<StoredBlock, { __typename: 'ToolResultBlock' }>

interface ShownIds {
  readonly messageId: string
  readonly thoughts: string
}

/** Shows a path from its root again, as updates of a session. */
export class Replay {
  /** The ids of calls by which they are shown: a call may have the id of an earlier one. */
  private readonly shownIds = new Map<string, string>()
  private calls = 0

  /** Returns the updates of one entry. What is deleted, instructions and markers are none. */
  updates(entry: SessionEntry): Iterable<SessionUpdate> {
    const { role, deleted } = entry
    return deleted || role === null || role === 'SYSTEM' ? [] : this.updatesOf(entry)
  }

  private *updatesOf({ role, message, observation, content }: SessionEntry): Iterable<SessionUpdate> {
    if (message === null) return
    const messageId = wireId(message.id)
    const { metadata } = observation
    if (role === 'USER') {
      for (const contentBlock of contentOut(content, metadata))
        yield { sessionUpdate: 'user_message_chunk', messageId, content: contentBlock }
      return
    }
    const ids = { messageId, thoughts: thoughtId(message.id) }
    for (const block of content) yield* this.blockUpdates(block, ids, metadata)
  }

  private *blockUpdates(
    block: StoredBlock,
    { messageId, thoughts }: ShownIds,
    metadata: Facts,
  ): Iterable<SessionUpdate> {
    if (block.__typename === 'ToolCallBlock') yield this.call(block, messageId, metadata)
    else if (block.__typename === 'ToolResultBlock') yield* this.result(block, messageId, metadata)
    else if (block.__typename === 'ThinkingBlock')
      yield {
        sessionUpdate: 'agent_thought_chunk',
        messageId: thoughts,
        content: { type: 'text', text: block.thinking },
      }
    else
      for (const contentBlock of contentOut([block], {}))
        yield { sessionUpdate: 'agent_message_chunk', messageId, content: contentBlock }
  }

  private call({ callId, name, input }: CallBlock, messageId: string, metadata: Facts): SessionUpdate {
    this.calls++
    const toolCallId = this.shownIds.has(callId) ? `${callId}~${this.calls}` : callId
    this.shownIds.set(callId, toolCallId)
    const toolCall: ToolCall = {
      toolCallId,
      title: name,
      status: 'pending',
      rawInput: input,
      ...shownOf(metadata, callId),
    }
    return { sessionUpdate: 'tool_call', ...toolCall, toolCallId, _meta: { turngraph: { messageId } } }
  }

  private *result(block: ResultBlock, messageId: string, metadata: Facts): Iterable<SessionUpdate> {
    const { callId, result, isError } = block
    const toolCallId = this.shownIds.get(callId)
    const _meta = { turngraph: { messageId } }
    const toolCallUpdate: ToolCallUpdate = {
      toolCallId: toolCallId ?? callId,
      status: isError ? 'failed' : 'completed',
      content: toolContent(result),
      rawOutput: result,
      ...shownOf(metadata, callId),
    }
    if (toolCallId !== undefined) yield { sessionUpdate: 'tool_call_update', ...toolCallUpdate, toolCallId, _meta }
    // Its call is deleted, or was never there: an update of nothing would say nothing.
    else yield { sessionUpdate: 'tool_call', title: 'A tool', ...toolCallUpdate, _meta } as SessionUpdate
  }
}

/** What an agent showed of a call, where that was recorded. */
function shownOf(metadata: Facts, callId: string): object {
  const toolCalls = objectOf(objectOf(metadata['acp'])?.['toolCalls'])
  return toolCalls && Object.hasOwn(toolCalls, callId) ? (objectOf(toolCalls[callId]) ?? {}) : {}
}

function toolContent(result: unknown): ToolCallContent[] {
  const text = textOf(result)
  return text === '' ? [] : [{ type: 'content', content: { type: 'text', text } }]
}

/** A result is a text, or pieces some of which have a text, or whatever JSON it is. */
function textOf(result: unknown): string {
  if (typeof result === 'string') return result
  if (result == null) return ''
  const pieces = Array.isArray(result) ? result.map((piece) => objectOf(piece)?.['text']) : []
  const isText = pieces.length > 0 && pieces.every((piece) => typeof piece === 'string')
  return isText ? pieces.join('\n') : JSON.stringify(result)
}
