import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { MessagesAnnotation, StateGraph, type BaseCheckpointSaver, type StateSnapshot } from '@langchain/langgraph'
import { TurngraphError } from '../../../src/client/turngraphError.ts'
import assert from 'node:assert/strict'

/** A graph with one step: its answer says how many messages there were, and has an id that follows from them. */
export function chatGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }) => ({
      messages: [new AIMessage({ id: `a-${messages.at(-1)?.id}`, content: `answer ${messages.length}` })],
    }))
    .addEdge('__start__', 'model')
    .compile({ checkpointer })
}

export const said = (id: string, content = `words of ${id}`): HumanMessage => new HumanMessage({ id, content })
export const on = (threadId: string, checkpointId?: string) => ({
  configurable: { thread_id: threadId, ...(checkpointId !== undefined && { checkpoint_id: checkpointId }) },
})

/** Returns what a history says whose ids and times are its own. */
export async function historyOf(states: AsyncIterable<StateSnapshot>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const { values, next, metadata } of states) {
    const messages = ((values as { messages?: BaseMessage[] }).messages ?? []).map(({ id, content, type }) => [
      type,
      id,
      content,
    ])
    all.push({ messages, next, source: metadata?.source, step: metadata?.step })
  }
  return all
}

export const refused = (code: string) => (thrown: unknown) => {
  assert.ok(thrown instanceof TurngraphError, String(thrown))
  assert.equal(thrown.code, code)
  return true
}
