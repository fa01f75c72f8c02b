import { PassThrough } from 'node:stream'
import type { Model, NoModel, TextPiece } from '../../../../src/adapters/acp/model.ts'
import type { Downstream } from '../../../../src/adapters/acp/wrapped/downstream.ts'
import { serveAcp } from '../../../../src/adapters/acp/serve.ts'
import type { GraphClient } from '../../../../src/client/client.ts'
import { Editor } from './editor.ts'

/** An agent in this process, with an editor that speaks to it over a pair of streams. */
export interface Connected {
  readonly editor: Editor
  /** What a model that is given nothing else answers, and what it was asked. */
  readonly asked: readonly (readonly object[])[]
  /** Writes to the agent as it is. */
  readonly write: (text: string) => void
  /** The editor goes away; resolves when the agent is through. */
  readonly leave: () => Promise<void>
}

/** A model in this process that says what it is told to. */
export class ScriptedModel implements Model {
  readonly asked: (readonly object[])[] = []
  pieces: readonly TextPiece[] = [{ kind: 'text', text: 'An answer.' }]
  stopReason = 'stop'
  /** Goes on with this after its pieces. */
  then: (signal: AbortSignal) => Promise<void> = () => Promise.resolve()

  async answer(...[messages, signal, tell]: Parameters<Model['answer']>): ReturnType<Model['answer']> {
    this.asked.push(messages)
    for (const piece of this.pieces) await tell(piece)
    await this.then(signal)
    const usage = { inputTokens: 3, outputTokens: 2, cacheReadTokens: null }
    return { stopReason: this.stopReason, model: 'scripted', usage }
  }

  says(...texts: string[]): void {
    this.pieces = texts.map((text) => ({ kind: 'text', text }))
  }
}

/** Rejects when the signal aborts, as a model does that is still speaking. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, fail) => {
    const end = () => fail(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

/** Serves the graph to an editor. */
export function connectEditor(
  graph: Pick<GraphClient, 'query'>,
  model: Model | NoModel | Downstream,
  make?: ConstructorParameters<typeof Editor>[1],
  patience = 20_000,
): Connected {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const { signal } = new AbortController()
  const served = serveAcp({ graph, by: model, version: '1.2.3', input, output, signal, graceMs: patience })
  const editor = new Editor({ toAgent: input, fromAgent: output }, make)
  return {
    editor,
    asked: model instanceof ScriptedModel ? model.asked : [],
    write: (text) => void input.write(text),
    async leave() {
      input.end()
      await served
    },
  }
}
