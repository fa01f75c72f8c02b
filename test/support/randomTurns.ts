import fc from './properties.ts'
import type { Block } from '../../src/domain/model.ts'
import { put, type DrawnTree, type Made } from './tree/drawing.ts'
import { emptyTree } from './tree/growth.ts'

const ids = fc.constantFrom('k', 'l', 'm')
const text: Block = { type: 'text', text: 'said' }
const calls = fc.array(ids, { minLength: 1, maxLength: 3 })
const callBlocks = (names: readonly string[]): Block[] =>
  names.map((callId) => ({ type: 'toolCall', callId, name: 'tool', input: {} }))
const resultBlocks = (names: readonly string[]): Block[] =>
  names.map((callId) => ({ type: 'toolResult', callId, content: 'done', isError: false }))
const answer = fc.option(fc.constantFrom('x', 'y'), { nil: undefined })

/** Turns as hosts and files have them: mostly in order, but also with results that are late, missing, double or nobody's. */
const turn: fc.Arbitrary<Made> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Made>({ role: 'USER', blocks: [text] }) },
  { weight: 2, arbitrary: answer.map((answerId): Made => assistant([text], answerId)) },
  { weight: 4, arbitrary: fc.tuple(calls, answer).map(([names, id]) => assistant(callBlocks(names), id)) },
  { weight: 5, arbitrary: calls.map((names): Made => ({ role: 'TOOL', blocks: resultBlocks(names.slice(0, 1)) })) },
  { weight: 2, arbitrary: calls.map((names): Made => ({ role: 'TOOL', blocks: resultBlocks(names) })) },
  { weight: 1, arbitrary: calls.map((names): Made => ({ role: 'USER', blocks: [...resultBlocks(names), text] })) },
  { weight: 1, arbitrary: calls.map((names): Made => ({ role: 'USER', blocks: resultBlocks(names) })) },
  { weight: 1, arbitrary: fc.constant<Made>({ role: 'SYSTEM', blocks: [text] }) },
  { weight: 1, arbitrary: fc.constant<Made>({ kind: 'NOTE' }) },
  { weight: 1, arbitrary: fc.constant<Made>({ role: 'TOOL', blocks: [text] }) },
)
/** What no host should send. */
const odd: fc.Arbitrary<Made> = fc.oneof(
  calls.map((names): Made => ({ role: 'USER', blocks: [text, ...callBlocks(names)] })),
  calls.map((names): Made => ({ role: 'TOOL', blocks: [...callBlocks(names), ...resultBlocks(names)] })),
  calls.map((names): Made => assistant([...resultBlocks(names), text], 'x')),
  calls.map((names): Made => assistant([...callBlocks(names), ...resultBlocks(names)], undefined)),
  calls.map((names): Made => ({ role: 'SYSTEM', blocks: [...resultBlocks(names), text] })),
)

function assistant(blocks: readonly Block[], answerId: string | undefined): Made {
  return answerId === undefined ? { role: 'ASSISTANT', blocks } : { role: 'ASSISTANT', blocks, answerId }
}

/** Some turns, of any kind. */
export const anyTurns = (most: number): fc.Arbitrary<Made[]> =>
  fc.array(fc.oneof({ weight: 12, arbitrary: turn }, { weight: 1, arbitrary: odd }), { minLength: 1, maxLength: most })

/** A path of such turns. */
export const randomTurns: fc.Arbitrary<{ tree: DrawnTree; head: string }> = anyTurns(14).map((made) => {
  const tree = emptyTree()
  made.forEach((one, i) => put(tree, `n${i}`, i === 0 ? null : `n${i - 1}`, one))
  return { tree, head: `n${made.length - 1}` }
})
