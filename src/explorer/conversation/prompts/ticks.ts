import { oneLine } from '../../parts/text.ts'

/** What must be known of a prompt beside the text. */
export interface TickedPrompt {
  readonly id: string
  readonly number: number
  readonly text: string
  readonly loop: { readonly turns: number; readonly failures: number }
}

/** One mark of the bar: a prompt, or some that follow each other where there are many. */
export interface Tick {
  /** The first of its prompts. */
  readonly id: string
  readonly ids: ReadonlySet<string>
  readonly turns: number
  readonly failures: number
  readonly words: string
}

/** The most marks that a reader can distinguish on a screen. */
const mostTicks = 100

/** Returns the marks of a path's prompts, in order: as many prompts in each as there must be. */
export function ticksOf(prompts: readonly TickedPrompt[]): Tick[] {
  const size = Math.ceil(prompts.length / mostTicks)
  return Array.from({ length: Math.ceil(prompts.length / Math.max(size, 1)) }, (_, at) => {
    const some = prompts.slice(at * size, (at + 1) * size)
    const [first] = some as [TickedPrompt]
    return {
      id: first.id,
      ids: new Set(some.map(({ id }) => id)),
      turns: some.reduce((sum, { loop }) => sum + Math.max(loop.turns, 1), 0),
      failures: some.reduce((sum, { loop }) => sum + loop.failures, 0),
      words: `${first.number}. ${oneLine(first.text, 80)}`,
    }
  })
}
