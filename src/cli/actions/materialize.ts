import { ActMaterialize } from '../../client/documents/generated.ts'
import type { CommonOptions } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { act } from './act.ts'

interface MaterializeOptions extends CommonOptions {
  readonly as?: string
  readonly title?: string
}

/** Adds `materialize ID`: a conversation of what a model would be sent. */
export function addMaterialize(program: Program): void {
  addCommand(
    program.root,
    'materialize <id>',
    'make a new conversation of what a model would be sent; the original stays as it is',
    'turngraph materialize 4fd2 --as 4fd2-short',
  )
    .option('--as <id>', "the new conversation's id")
    .option('--title <text>', "the new conversation's title")
    .action((id: string, { as, title, ...options }: MaterializeOptions) => {
      const input = { conversationId: id, newConversationId: as ?? null, title: title ?? null }
      return act(program, options, ActMaterialize, input, ({ conversationId, details }) => {
        return `${conversationId}: ${Number(details['copied'])} turns of ${String(details['source'])} copied.`
      })
    })
}
