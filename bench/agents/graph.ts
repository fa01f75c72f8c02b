import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { MessagesAnnotation, StateGraph, type BaseCheckpointSaver } from '@langchain/langgraph'
import { randomBytes } from 'node:crypto'

/** A kilobyte that nothing packs. */
const words = (): string => randomBytes(768).toString('base64')

/** Returns a graph that answers with a kilobyte. */
function graphOn(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }) => ({
      messages: [new AIMessage({ id: `a${messages.length}`, content: words() })],
    }))
    .addEdge('__start__', 'model')
    .compile({ checkpointer })
}

/** Returns what tells the graph of a saver a kilobyte, in a thread that has so many turns. */
export function turnsOn(checkpointer: BaseCheckpointSaver, thread: string, turns = 0): () => Promise<unknown> {
  const graph = graphOn(checkpointer)
  // A message with the id of an earlier one would take its place, and all behind it would be stored anew.
  let count = turns
  return () =>
    graph.invoke(
      { messages: [new HumanMessage({ id: `u${count++}`, content: words() })] },
      { configurable: { thread_id: thread } },
    )
}

/** Returns how many checkpoints a thread has. */
export async function listedIn(saver: BaseCheckpointSaver, thread: string): Promise<number> {
  let count = 0
  for await (const _ of saver.list({ configurable: { thread_id: thread } })) count++
  return count
}
