import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { PathPricing, PathUsage, UnpricedTokens, UsageInput } from '../../../src/domain/model.ts'
import { packPricing, pricingAfter, sumsAt, unpackPricing } from '../../../src/domain/usage/pathPricing.ts'
import { answerSums, noUsage, usageAfter, usageOfParts } from '../../../src/domain/usage/pathUsage.ts'
import { storedUsage } from '../../../src/domain/usage/usage.ts'

interface Answered {
  readonly model: string
  readonly day: number
  readonly usage: UsageInput | null
}
interface At {
  readonly depth: number
  readonly usage: PathUsage
  readonly pricing: PathPricing
}

const nodeOf = ({ model, day, usage }: Answered) => ({
  ...{ model, usage: storedUsage(usage), copyOf: null, observedAt: `2026-01-0${day}T00:00:00.000000000Z` },
})

function pathOf(all: readonly Answered[]): At[] {
  const path: At[] = []
  for (const [depth, one] of all.entries()) {
    const above = path.at(-1) ?? null
    const node = nodeOf(one)
    const id = node.usage?.answerId
    const parts = all
      .slice(0, depth)
      .map(nodeOf)
      .filter(({ usage }) => id !== undefined && usage?.answerId === id)
    const usage = usageAfter(above?.usage ?? noUsage, node, usageOfParts(parts))
    path.push({ depth, usage, pricing: pricingAfter(above, node, usage) })
  }
  return path
}

/** As the app reads it: the sums at a node, then at each place that those name. */
function unpricedOf(path: readonly At[]): UnpricedTokens[] {
  const found: UnpricedTokens[] = []
  for (let at = path.at(-1); at; at = at.pricing.above == null ? undefined : path[at.pricing.above])
    found.push(...at.pricing.unpriced)
  return found
}

function totals(unpriced: readonly UnpricedTokens[]): Record<string, number[]> {
  const found: Record<string, number[]> = {}
  for (const { model, answers, inputTokens, outputTokens } of unpriced)
    found[model] = [answers, inputTokens, outputTokens].map((number, k) => number + (found[model]?.[k] ?? 0))
  return Object.fromEntries(Object.entries(found).filter(([, sums]) => sums.some((sum) => sum !== 0)))
}

const count = fc.option(fc.nat(1e6), { nil: null })
/** An answer is of one model, whatever its parts say of their cost. */
const answered = fc
  .record({
    answer: fc.option(fc.nat(9), { nil: null }),
    model: fc.constantFrom('a', 'b', 'c'),
    day: fc.integer({ min: 1, max: 5 }),
    usage: fc.option(
      fc.record({ inputTokens: count, outputTokens: count, costUsd: fc.constantFrom(null, null, 0, 0.25) }),
      { nil: null },
    ),
  })
  .map(({ answer, model, day, usage }): Answered => {
    if (answer === null) return { model, day, usage }
    return { model: `of ${answer % 3}`, day, usage: usage && { ...usage, answerId: `answer ${answer}` } }
  })

describe('what a path says of its cost', () => {
  it('is what its nodes one by one say', () => {
    fc.assert(
      fc.property(fc.array(answered, { maxLength: 30 }), (all) => {
        // An answer that is seen again after four others, and that stated nothing but a cost of 0, is not known for that.
        const free = all.some(({ usage }) => usage?.answerId != null && usage.costUsd === 0)
        fc.pre(!free || new Set(all.flatMap(({ usage }) => usage?.answerId ?? [])).size <= 4)
        const path = pathOf(all)
        const sums = answerSums()
        for (const one of all) sums.add(nodeOf(one))
        assert.equal(sumsAt(path.at(-1)).pricedAnswers, sums.total().pricedAnswers)
        assert.deepEqual(totals(unpricedOf(path)), totals(sums.unpriced()))
      }),
    )
  })

  it('lies in a store as it was', () => {
    fc.assert(
      fc.property(fc.array(answered, { maxLength: 12 }), (all) => {
        const at = pathOf(all).at(-1)
        if (!at) return
        const packed = packPricing(at.pricing, at.usage)
        const text = packed && (JSON.parse(JSON.stringify(packed)) as typeof packed)
        assert.deepEqual(unpackPricing(text, at.usage), at.pricing)
      }),
    )
  })
})
