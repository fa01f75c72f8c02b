import fc from '../../support/properties.ts'
import type { TreePrompt } from '../../../src/explorer/tree/prompts/promptRows.ts'

/** A prompt that follows another, on a branch. */
export const prompt = (id: string, continues: string | null, branch: string, calls = 1): TreePrompt => ({
  id,
  number: 1,
  text: `Ask ${id}`,
  continues,
  branch: { id: branch },
  loop: { calls, failures: 0, startedAt: '', endedAt: '', last: { id: `end ${id}` } },
})

export interface Node {
  readonly sides: readonly (readonly Node[])[]
}
export const line = fc.letrec<{ line: Node[]; node: Node }>((tie) => ({
  line: fc.array(tie('node'), { minLength: 1, maxLength: 5 }),
  node: fc.record({
    sides: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant([]),
      fc.array(tie('line'), { maxLength: 3 }),
    ),
  }),
})).line

/** A tree as the API lists it: what parts from a prompt stands behind it, before its line goes on. */
export function listed(nodes: readonly Node[]): readonly TreePrompt[] {
  let [count, branches] = [0, 0]
  const add = (own: readonly Node[], parent: string | null): TreePrompt[] => {
    const branch = `b${(branches += 1)}`
    let above = parent
    return own.flatMap(({ sides }) => {
      const id = `p${(count += 1)}`
      const found = [prompt(id, above, branch), ...sides.flatMap((side) => add(side, id))]
      above = id
      return found
    })
  }
  return add(nodes, null)
}

/** Any tree of prompts, as the API lists it: `p1` to `pN`, on the branches `b1` to `bM`. */
export const anyPrompts: fc.Arbitrary<readonly TreePrompt[]> = line.map(listed)
