import fc from '../../support/properties.ts'
import type { Block, Observation, Role } from '../../../src/domain/model.ts'
import { noPricing, pricingAfter, sumsAt } from '../../../src/domain/usage/pathPricing.ts'
import { noUsage, usageAfter } from '../../../src/domain/usage/pathUsage.ts'
import type { PathNode } from '../../../src/domain/prompts/calls.ts'
import { outcomeOf } from '../../../src/domain/prompts/outcome.ts'
import { noPrompts, promptsAfter } from '../../../src/domain/prompts/pathPrompts.ts'
import { beginsRow } from '../../../src/domain/prompts/promptOf.ts'

/** What of an observation the model of prompts looks at. */
export type Said = Pick<Observation, 'kind' | 'role' | 'blocks' | 'fields' | 'usage' | 'copyOf'>

export const text = (words: string): Block => ({ type: 'text', text: words })
export const call = (callId: string, name = 'bash', input = {}): Block => ({ type: 'toolCall', callId, name, input })
export const result = (callId: string, content = 'ok', isError = false): Block => ({
  type: 'toolResult',
  callId,
  content,
  isError,
})

/** A turn of that role with those blocks. */
export const turn = (role: Role, ...blocks: Block[]): Said => ({
  ...{ kind: 'TURN', role, blocks, fields: {}, copyOf: null },
  usage: role === 'ASSISTANT' ? { outputTokens: 7, costUsd: 0.25 } : null,
})
export const note: Said = { kind: 'NOTE', role: null, blocks: [], fields: {}, usage: null, copyOf: null }

/** Returns a path of such nodes, a minute between two, as the model takes it. */
export function pathOf(said: readonly Said[]): PathNode[] {
  let sums = noPrompts
  let [turns, calls, usage] = [0, 0, noUsage]
  let pricing: ReturnType<typeof pricingAfter> = noPricing
  return said.map((node, depth) => {
    sums = promptsAfter(sums, node, depth)
    const above = { depth: depth - 1, usage, pricing }
    usage = usageAfter(usage, node)
    pricing = pricingAfter(above, { ...node, model: 'm', observedAt: '2026-01-01T00:00:00.000000000Z' }, usage)
    if (node.kind === 'TURN' && node.role !== 'SYSTEM') turns++
    const made = node.blocks.flatMap((block) => (block.type === 'toolCall' ? [block] : []))
    calls += made.length
    const { failures, declined, notes } = sums
    return {
      id: `n${depth}`,
      depth,
      isAssistant: node.role === 'ASSISTANT',
      beginsRow: beginsRow(node),
      observedAt: new Date(Date.UTC(2026, 0, 1) + depth * 60_000).toISOString(),
      model: node.role === 'ASSISTANT' ? 'm' : null,
      text: node.blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: made,
      results: node.blocks.flatMap((block) =>
        block.type === 'toolResult' ? [{ callId: block.callId, outcome: outcomeOf(block) }] : [],
      ),
      upTo: { turns, calls, failures, declined, notes, usage: sumsAt({ usage, pricing }) },
    }
  })
}

const ids = fc.constantFrom('a', 'b', 'c')
const declined = "The user doesn't want to proceed with this tool use."
const results = fc
  .tuple(ids, fc.constantFrom('ok', declined), fc.boolean())
  .map(([id, content, isError]) => result(id, content, isError))

/** Any path: prompts, commands, text of programs, answers with calls and without, results, notes. */
export const anyPath = fc.array(
  fc.oneof(
    fc
      .constantFrom('Do it', '/review it', '<system-reminder>x</system-reminder>', '')
      .map((it) => turn('USER', text(it))),
    fc
      .tuple(fc.constantFrom('', 'Let me look'), fc.array(ids, { maxLength: 3 }))
      .map(([words, made]) => turn('ASSISTANT', text(words), ...made.map((id) => call(id)))),
    fc.array(results, { minLength: 1, maxLength: 2 }).map((found) => turn('TOOL', ...found)),
    results.map((found) => turn('USER', found)),
    fc.constantFrom(note, turn('SYSTEM', text('Be brief'))),
  ),
  { maxLength: 60 },
)
