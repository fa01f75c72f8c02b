import { packParts } from '../../../domain/usage/answer.ts'
import type { AnswerPart } from '../../../domain/usage/answer.ts'
import { settled, type Rollup } from '../../../domain/usage/rollup.ts'
import { rollupColumns, rollupKeys, type RollupKind } from '../../usageRollups.ts'
import { plain } from '../records/label.ts'
import { int, type Properties, type Value } from '../properties/rows.ts'
import { own } from '../../../runtime/own.ts'

/** Returns sums as a row's members, for `addSums`. */
export function sumProperties({ usage, tools, moves }: Omit<Rollup, 'parts'>): Properties {
  return {
    usageSums: usage.map((sum) => properties('usage', sum)),
    toolSums: tools.map((sum) => properties('tools', sum)),
    moveSums: moves.map((sum) => properties('moves', sum)),
  }
}

function properties(kind: RollupKind, sum: object): Properties {
  const values = sum as Readonly<Record<string, string | number | boolean>>
  const text = (name: string) => [name, plain(String(own(values, name)))] as const
  // A cost is the one number that is no integer; the driver takes every number of JavaScript for such a one.
  const number = (name: string) => {
    const value = Number(own(values, name))
    return [name, name === 'costUsd' ? (value as unknown as Value) : int(value)] as const
  }
  return {
    ...Object.fromEntries([...rollupKeys[kind].map(text), ...rollupColumns[kind].map(number)]),
    experiment: values['experiment'] === true,
  }
}

/** Returns the sums and the answer of a turn that names one for the first time; null where there is more to it. */
export function firstPart(
  tenant: string,
  rollup: Rollup,
): { readonly sums: Properties; readonly answer: Properties | null } | null {
  const [change, ...others] = rollup.parts
  if (change === undefined) return { sums: sumProperties(rollup), answer: null }
  if (others.length > 0 || change.part === null) return null
  const { answers, rollup: all } = settled(rollup, new Map())
  const parts: readonly AnswerPart[] = answers.get(change.answerId) ?? []
  return { sums: sumProperties(all), answer: { tenant, id: plain(change.answerId), body: packParts(parts) } }
}
