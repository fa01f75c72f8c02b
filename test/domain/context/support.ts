import fc from '../../support/properties.ts'
import type { Block } from '../../../src/domain/model.ts'
import { put, type Made } from '../../support/tree/drawing.ts'
import { emptyTree } from '../../support/tree/growth.ts'

export const call = (...ids: string[]): Block[] =>
  ids.map((callId) => ({ type: 'toolCall', callId, name: 'tool', input: {} }))
export const result = (...ids: string[]): Block[] =>
  ids.map((callId) => ({ type: 'toolResult', callId, content: 'done', isError: false }))

/** Random paths of answers that call tools, with results in any order, some missing, some late. */
const steps = fc.array(
  fc.oneof(
    fc.constant({ role: 'USER' as const }),
    fc.record({ role: fc.constant('ASSISTANT' as const), calls: fc.nat(3), sameAnswer: fc.boolean() }),
    fc.record({ role: fc.constant('TOOL' as const), answers: fc.nat(3) }),
    fc.constant({ role: 'SYSTEM' as const }),
  ),
  { minLength: 1, maxLength: 40 },
)
export const anyPath = steps.map((made) => {
  const t = emptyTree()
  let [parent, calls, answer]: [string | null, number, number] = [null, 0, 0]
  const open: string[] = []
  made.forEach((step, i) => {
    const out: Made = 'calls' in step ? assistant(step) : 'answers' in step ? tool(step) : step
    parent = put(t, `n${i}`, parent, out).id
  })
  function assistant({ calls: n, sameAnswer }: { calls: number; sameAnswer: boolean }): Made {
    if (!sameAnswer) answer++
    const ids = Array.from({ length: n }, () => `k${calls++}`)
    open.push(...ids)
    return { role: 'ASSISTANT', answerId: `answer${answer}`, blocks: [{ type: 'text', text: 'x' }, ...call(...ids)] }
  }
  function tool({ answers }: { answers: number }): Made {
    return { role: 'TOOL', blocks: result(...open.splice(answers % Math.max(1, open.length), 1)) }
  }
  return { t, head: parent as unknown as string }
})
