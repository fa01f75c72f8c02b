import { own } from '../runtime/own.ts'
/** Names that others set, though they are nearly ours. */
const foreign = new Set(['DATE'])

/**
 * Returns a sentence for each variable that is nearly one of the known ones, and not that one: as a rule a slip. Where the one
 * that may be meant is set as well, the other belongs to another program.
 */
export function misspelt(env: Readonly<Record<string, string | undefined>>, known: readonly string[]): string[] {
  const isSet = (name: string) => Boolean(own(env, name))
  const missing = known.filter((name) => !isSet(name))
  return Object.keys(env)
    .filter((name) => isSet(name) && !known.includes(name) && !foreign.has(name))
    .sort()
    .flatMap((name) => {
      const meant = missing.filter((one) => slips(name.toUpperCase(), one) <= allowed(one))
      const [nearest] = meant.sort((a, b) => slips(name.toUpperCase(), a) - slips(name.toUpperCase(), b))
      return nearest === undefined ? [] : [`${name} is not a variable of turngraph. Did you mean ${nearest}?`]
    })
}

/** Short names are near to many. */
const allowed = ({ length }: string): number => (length < 8 ? 1 : 2)

/** Returns how many letters are missing, too many, wrong, or changed places with their neighbour (optimal string alignment). */
function slips(text: string, meant: string): number {
  if (Math.abs(text.length - meant.length) > 2) return Infinity
  let [before, last]: [number[], number[]] = [[], Array.from({ length: meant.length + 1 }, (_, k) => k)]
  for (let i = 1; i <= text.length; i++) {
    const row = [i]
    for (let j = 1; j <= meant.length; j++) {
      const isSame = text[i - 1] === meant[j - 1]
      const near = Math.min(cell(last, j) + 1, cell(row, j - 1) + 1, cell(last, j - 1) + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && text[i - 1] === meant[j - 2] && text[i - 2] === meant[j - 1]
      row.push(isSwapped ? Math.min(near, cell(before, j - 2) + 1) : near)
    }
    ;[before, last] = [last, row]
  }
  return cell(last, meant.length)
}

const cell = (row: readonly number[], k: number): number => row[k] ?? Infinity
