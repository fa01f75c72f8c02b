import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachOwner } from '../../../../src/app/imports/matching/eachOwner.ts'
import type { PlannedLine, Reading } from '../../../../src/formats/plan.ts'
import { fakeOf } from '../../../support/fakes.ts'

/** What is done with lines `a1 b1 a2!`: the owner and a number; `!`: its last one. Nothing is done with those of x. */
async function done(drawn: string): Promise<string> {
  const steps: string[] = []
  const words = drawn.split(' ').filter((word) => word !== '')
  const lines = words.map((word) =>
    fakeOf<PlannedLine>('planned line', {
      conversationId: word[0],
      number: Number(word[1]),
      isLast: word.endsWith('!'),
    }),
  )
  const reading = fakeOf<Reading>('reading', {
    async *ownedLines() {
      await Promise.resolve()
      yield* lines
    },
  })
  await eachOwner(reading, (owner) => {
    steps.push(`begin ${owner}`)
    if (owner === 'x') return null
    return {
      next: ({ number }) => {
        steps.push(`${owner}${number}`)
        return undefined
      },
      end: () => steps.push(`end ${owner}`),
    }
  })
  return steps.join(', ')
}

describe('the lines of a file', () => {
  it('are gone through owner by owner, each begun once and ended with its last line', async () => {
    assert.equal(await done('a1 b1 a2! b2!'), 'begin a, a1, begin b, b1, a2, end a, b2, end b')
    assert.equal(await done('a1!'), 'begin a, a1, end a')
    assert.equal(await done(''), '')
  })

  it('are ended with the file where no last line came', async () => {
    assert.equal(await done('a1 b1! a2'), 'begin a, a1, begin b, b1, end b, a2, end a')
  })

  it('of an owner that nobody wants are read past', async () => {
    assert.equal(await done('x1 a1! x2 x3!'), 'begin x, begin a, a1, end a')
  })
})
