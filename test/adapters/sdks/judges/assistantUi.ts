import {
  InMemoryThreadListAdapter,
  type ChatModelAdapter,
  type ThreadAssistantMessagePart,
  type ThreadHistoryAdapter,
} from '@assistant-ui/core'
import { LocalRuntimeCore, MessageRepository } from '@assistant-ui/core/internal'
import { AssistantMessageStream } from 'assistant-stream'

export { MessageRepository }

/** Returns what assistant-ui reads of the stream of a title. */
export async function titleIn(stream: Parameters<typeof AssistantMessageStream.fromAssistantStream>[0]) {
  let title: string | undefined
  for await (const { parts } of AssistantMessageStream.fromAssistantStream(stream))
    title = parts.find((part) => part.type === 'text')?.text
  return title
}

/** What a list of threads has in any case. */
export const namesOfList = Object.getOwnPropertyNames(InMemoryThreadListAdapter.prototype).filter(
  (name) => name !== 'constructor',
)

/** Says texts to a thread of the SDK's own runtime, and returns what it then has. */
export async function talk(
  history: ThreadHistoryAdapter,
  answer: ThreadAssistantMessagePart[],
  texts: readonly string[],
): Promise<ReturnType<MessageRepository['export']>> {
  const chatModel: ChatModelAdapter = { run: () => Promise.resolve({ content: answer }) }
  const runtime = new LocalRuntimeCore({ adapters: { chatModel, history } }, undefined)
  const thread = runtime.threads.getMainThreadRuntimeCore()
  for (const text of texts)
    await thread.append({
      ...{ parentId: thread.messages.at(-1)?.id ?? null, sourceId: null, runConfig: {} },
      ...{
        role: 'user',
        content: [{ type: 'text', text }],
        attachments: [],
        createdAt: new Date(),
        metadata: { custom: {} },
      },
    })
  return thread.export()
}
