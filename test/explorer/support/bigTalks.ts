import type { Scope } from '../../../src/app/scope.ts'
import type { StoreTurn } from '../../../src/app/turns/turnInput.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'

/** A tree of a trunk, and of so many branches of so many turns each, spread over all of the trunk. */
export interface Shape {
  readonly trunk: number
  readonly branches: number
  readonly perBranch: number
}

const perBatch = 1_000

/** Stores a big conversation quickly. The trunk's turn ids are t1, t2, …; the last branch is at the head, or the trunk where there is none. */
export async function storeShape(scope: () => Scope, conversationId: string, shape: Shape): Promise<void> {
  const { trunk, branches, perBranch } = shape
  const count = trunk + branches * perBranch
  for (let from = 0; from < count; from += perBatch) {
    const turns = Array.from({ length: Math.min(perBatch, count - from) }, (_, at) =>
      turnOf(conversationId, shape, from + at),
    )
    await storeTurns(scope(), { turns })
  }
}

function turnOf(conversationId: string, { trunk, branches, perBranch }: Shape, at: number): StoreTurn {
  if (at < trunk) return spoken(conversationId, `t${at + 1}`, at, `Turn number ${at + 1} of many.`)
  const branch = Math.floor((at - trunk) / perBranch)
  const place = (at - trunk) % perBranch
  const from = Math.floor((branch * trunk) / branches) + 1
  const parent = place === 0 ? `t${from}` : `b${branch}.${place - 1}`
  const text = `Turn ${place + 1} of branch ${branch}, from turn ${from}.`
  const turn = spoken(conversationId, `b${branch}.${place}`, from + place, text)
  return { ...turn, parent: { messageId: `${conversationId}:${parent}` } }
}

function spoken(conversationId: string, turnId: string, at: number, text: string): StoreTurn {
  return { conversationId, turnId, role: at % 2 === 0 ? 'USER' : 'ASSISTANT', blocks: [{ type: 'text', text }] }
}
