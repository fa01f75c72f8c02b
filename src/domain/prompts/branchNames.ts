/** What a branch would be called if it were the only one of that name, and where it begins. */
export interface OwnName {
  readonly name: string
  /** Whether a person or a program named it. */
  readonly named: boolean
  /** The prompt that it begins at or answers, by its number; 0 before the first. */
  readonly prompt: number
  /** Turns on its path, up to where it begins. */
  readonly turn: number
  /** The branch that it parts from, by its place in the list; null at a root, and where it goes on from another conversation. */
  readonly from: number | null
}

/** What sets branches of one name apart, the plainest first. */
type Trait = (branch: OwnName, labels: readonly string[]) => string

const byPrompt: Trait = ({ name, named, prompt, turn }) => {
  // Of another root neither its prompt nor its turn says anything.
  if (name === 'main' && turn < 2) return ''
  if (prompt === 0) return ' (at the start)'
  return !named && isCounted.test(name) ? ` of prompt ${prompt}` : ` (prompt ${prompt})`
}
const byOrigin: Trait = ({ from }, labels) => (from === null ? '' : ` in ${labels[from] ?? ''}`)
const byTurn: Trait = ({ turn }) => (turn < 2 ? '' : `, turn ${turn}`)

/** Derived names that count the ways at one parting. */
const isCounted = /^(?:answer|version|branch) \d+$/

/**
 * Returns what the branches of a conversation, the oldest first, are called, each otherwise: a name that several have says as well
 * by which prompt the branch begins, where that is not enough from which branch it parts, then by which turn; last comes a number.
 * Of branches that people or programs named alike the oldest has the name alone.
 */
export function distinctNames(branches: readonly OwnName[]): string[] {
  let labels = branches.map(({ name }) => name)
  const owners = new Set([...groupsOf(labels).values()].map((group) => ownerOf(branches, group)))
  for (const trait of [byPrompt, byOrigin, byTurn]) labels = withTrait(branches, labels, owners, trait)
  return numbered(labels, owners)
}

/** A root is called main though another one is as well. */
function ownerOf(branches: readonly OwnName[], group: readonly number[]): number | undefined {
  if (group.length === 1) return group[0]
  return group.find((at) => branches[at]?.named === true || branches[at]?.name === 'main')
}

function withTrait(
  branches: readonly OwnName[],
  labels: readonly string[],
  owners: ReadonlySet<number | undefined>,
  trait: Trait,
): string[] {
  const results = [...labels]
  for (const group of groupsOf(labels).values()) {
    if (group.length < 2) continue
    const traits = group.map((at) => trait(branches[at] as OwnName, labels))
    // What all of them have in common sets none apart.
    if (new Set(traits).size === 1) continue
    group.forEach((at, i) => {
      if (!owners.has(at)) results[at] = `${labels[at]}${traits[i]}`
    })
  }
  return results
}

function numbered(labels: readonly string[], owners: ReadonlySet<number | undefined>): string[] {
  const used = new Set(labels.filter((_, at) => owners.has(at)).map(seen))
  return labels.map((label, at) => {
    if (owners.has(at)) return label
    let name = label
    for (let n = 2; used.has(seen(name)); n++) name = /\d$/.test(label) ? `${label} (${n})` : `${label} ${n}`
    used.add(seen(name))
    return name
  })
}

/** Places of equal labels. */
function groupsOf(labels: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  labels.forEach((label, at) => groups.set(seen(label), [...(groups.get(seen(label)) ?? []), at]))
  return groups
}

/** What two names have in common that look alike: case, forms of a sign, and signs that are not seen set nothing apart. */
const seen = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
