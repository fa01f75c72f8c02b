import { branchColours, type Branch } from '../../conversation/head/branches.ts'
import type { TreePrompt } from '../data/readTree.ts'

/** A conversation of a family. */
export interface Relative {
  readonly id: string
  readonly title: string
}

/** Returns, by prompt, the conversation that it is of, where that is neither the one whose tree is shown nor its inherited past. */
export function relativesOf(prompts: readonly TreePrompt[], id: string): ReadonlyMap<string, Relative> {
  return new Map(
    prompts.flatMap(({ id: prompt, inherited, observation }) => {
      const owner = observation?.conversation
      return owner && owner.id !== id && !inherited ? [[prompt, owner] as const] : []
    }),
  )
}

/** By branch, its colour and its name. */
export interface BranchLooks {
  readonly colours: ReadonlyMap<string, number>
  readonly names: ReadonlyMap<string, string>
}

/** Returns how branches look: those of the conversation by their own names, all of another one by its title, in one colour. */
export function branchLooks(
  branches: readonly Branch[],
  prompts: readonly TreePrompt[],
  relatives: ReadonlyMap<string, Relative>,
): BranchLooks {
  const own = branchColours(branches)
  const turns = new Map([...new Set([...relatives.values()].map(({ id }) => id))].map((id, at) => [id, own.size + at]))
  const titles = distinctTitles(relatives)
  const others = prompts.flatMap(({ id, branch }) => {
    const relative = relatives.get(id)
    return relative && !own.has(branch.id) ? [{ branch: branch.id, relative }] : []
  })
  return {
    colours: new Map([...own, ...others.map(({ branch, relative }) => [branch, turns.get(relative.id) ?? 0] as const)]),
    names: new Map([
      ...branches.map(({ id, name }) => [id, name] as const),
      ...others.map(({ branch, relative }) => [branch, titles.get(relative.id) ?? ''] as const),
    ]),
  }
}

/** By conversation, its title; of those that share one each after the first has a number. */
function distinctTitles(relatives: ReadonlyMap<string, Relative>): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  const used = new Set<string>()
  for (const { id, title } of relatives.values()) {
    if (titles.has(id)) continue
    const whole = title || 'Untitled'
    let name = whole
    for (let n = 2; used.has(name); n += 1) name = `${whole} (${n})`
    used.add(name)
    titles.set(id, name)
  }
  return titles
}
