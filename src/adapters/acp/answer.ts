import type { SessionUpdate } from '@agentclientprotocol/sdk/unstable'
import type { GivenBlock } from './graph.ts'
import { thoughtId, wireId } from './messageIds.ts'
import type { TextPiece } from './model.ts'

/** Collects the pieces of an answer as content, and says how each is shown. */
export class CollectedAnswer {
  private readonly blocks: TextPiece[] = []
  private readonly messageId: string

  constructor(messageId: string) {
    this.messageId = messageId
  }

  /** Takes a piece; returns the update that shows it. */
  take(piece: TextPiece): SessionUpdate {
    const last = this.blocks.at(-1)
    if (last?.kind === piece.kind) this.blocks.splice(-1, 1, { ...last, text: last.text + piece.text })
    else this.blocks.push(piece)
    const content = { type: 'text' as const, text: piece.text }
    if (piece.kind === 'text')
      return { sessionUpdate: 'agent_message_chunk', messageId: wireId(this.messageId), content }
    return { sessionUpdate: 'agent_thought_chunk', messageId: thoughtId(this.messageId), content }
  }

  get content(): GivenBlock[] {
    return this.blocks.map(({ kind, text }) => (kind === 'text' ? { text } : { thinking: { thinking: text } }))
  }
}
