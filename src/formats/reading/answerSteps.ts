import type { Block } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import type { EntryPart } from './tree/steps.ts'

/** A piece of a message that holds a whole answer: a block, with the result where that stands beside its call. */
export interface AnswerPiece {
  readonly block: Block
  readonly result?: EntryDraft | null
}

/** The first turn of an answer, and what follows it. */
export interface AnswerSteps {
  readonly blocks: readonly Block[]
  readonly parts: readonly EntryPart[]
}

/**
 * Returns the steps of an answer that one message holds: what is said or thought behind calls is a turn of its own, behind
 * their results. `turn` makes such a further turn.
 */
export function answerSteps(
  pieces: readonly AnswerPiece[],
  turn: (blocks: readonly Block[]) => EntryDraft,
): AnswerSteps {
  const [first = [], ...others] = stepsOf(pieces)
  const blocksIn = (step: readonly AnswerPiece[]) => step.map(({ block }) => block)
  const later = others.flatMap((step, i) => [
    { suffix: `step-${i + 2}`, draft: turn(blocksIn(step)) },
    ...resultsIn(step),
  ])
  return { blocks: blocksIn(first), parts: [...resultsIn(first), ...later] }
}

/** A step ends where something else follows its calls. */
function stepsOf(pieces: readonly AnswerPiece[]): AnswerPiece[][] {
  const steps: AnswerPiece[][] = []
  let last: AnswerPiece | null = null
  for (const piece of pieces) {
    const begins = last === null || (last.block.type === 'toolCall' && piece.block.type !== 'toolCall')
    if (begins) steps.push([piece])
    else steps.at(-1)?.push(piece)
    last = piece
  }
  return steps
}

function resultsIn(step: readonly AnswerPiece[]): EntryPart[] {
  return step.flatMap(({ block, result }) =>
    block.type === 'toolCall' && result ? [{ suffix: block.callId, draft: result }] : [],
  )
}
