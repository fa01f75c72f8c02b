import type { UsageSums } from '../domain/model.ts'

/** What conversations cost, by the models that answered and the tools that were called most. */
export interface Spent {
  readonly usage: UsageSums
  readonly models: readonly { readonly key: string; readonly totals: UsageSums }[]
  readonly tools: readonly { readonly name: string; readonly calls: number; readonly errors: number }[]
}

/** How many models and tools are named. */
export const mostNamed = 5
