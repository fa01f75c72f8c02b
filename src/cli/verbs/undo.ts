import { randomUUID } from 'node:crypto'
import { Undo } from '../../client/documents/generated.ts'
import { CommandFailed, failureOf } from '../../client/failures.ts'
import { addCommand, type Program } from '../program.ts'
import type { CommonOptions } from '../withGraph.ts'
import { sameStore, switchBack } from './back.ts'
import { movedResult } from './moved.ts'
import { onConversation } from './onConversation.ts'

interface UndoOptions extends CommonOptions {
  readonly toEmpty?: true
}

/** Adds `undo ID`: the last move of the head is taken back, and again the one before it. */
export function addUndo(program: Program): void {
  const what = 'undo the last move of the head; run it again to go one move further back'
  addCommand(program.root, 'undo <id>', what, 'turngraph undo 4fd2')
    .option('--to-empty', 'also where that leaves the path empty, as the undo of an import does')
    .action((id: string, { toEmpty, ...options }: UndoOptions) =>
      onConversation(program, options, id, async (graph, conversationId) => {
        const input = { conversationId, toEmpty: toEmpty === true, idempotencyKey: randomUUID() }
        const { undo } = await graph.query(Undo, { input }).catch((thrown: unknown) => {
          throw emptyingOf(thrown, options) ?? thrown
        })
        return movedResult(conversationId, undo, options)
      }),
    )
}

/** Returns the refusal to empty a path, with the commands that do so and take it back; null for any other. */
function emptyingOf(thrown: unknown, options: CommonOptions): CommandFailed | null {
  const { code, message, details } = failureOf(thrown)
  const { conversationId, headId, empties } = (details ?? {}) as Readonly<Record<string, unknown>>
  if (empties !== true || typeof conversationId !== 'string' || typeof headId !== 'string') return null
  const command = sameStore(['undo', conversationId, '--to-empty'], options)
  const back = switchBack(conversationId, headId, null, options)
  return new CommandFailed(code, `${message} "${command}" does that, and "${back}" moves the head back then.`, {
    conversationId,
    back,
  })
}
