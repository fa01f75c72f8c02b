/** What a client takes as an answer. */
export interface Acceptance {
  /** How much it wants a type, from 0 (not at all) to 1. */
  readonly of: (type: string) => number
  /** Whether it names a type, and does not only take anything. */
  readonly names: (type: string) => boolean
}

interface Range {
  readonly range: string
  readonly weight: number
}

/** Returns what an `Accept` header says; a request without one takes anything. */
export function acceptanceOf(header: string | undefined): Acceptance {
  const ranges = header === undefined || header.trim() === '' ? [{ range: '*/*', weight: 1 }] : rangesOf(header)
  const closest = (type: string, least: number): number => {
    const [best] = ranges
      .map(({ range, weight }) => ({ closeness: closenessOf(range, type), weight }))
      .filter(({ closeness }) => closeness >= least)
      .sort((a, b) => b.closeness - a.closeness || b.weight - a.weight)
    return best?.weight ?? 0
  }
  return { of: (type) => closest(type, 1), names: (type) => closest(type, 2) > 0 }
}

/** Commas and semicolons may stand in quoted parameters. */
const items = /(?:[^,"]|"(?:\\.|[^"\\])*")+/g
const parameters = /(?:[^;"]|"(?:\\.|[^"\\])*")+/g

function rangesOf(header: string): Range[] {
  return (header.match(items) ?? []).map((item) => {
    const [range = '', ...rest] = (item.match(parameters) ?? []).map((part) => part.trim().toLowerCase())
    const weight = rest.find((parameter) => parameter.startsWith('q='))
    return { range, weight: weight === undefined ? 1 : weightOf(weight.slice(2)) }
  })
}

/** What is no weight counts as the most, as if it were not there. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(text) ? Number(text) : 1
}

/** The closest range that fits a type decides: 3 names it, 2 its group, 1 anything; 0 does not fit. */
function closenessOf(range: string, type: string): number {
  if (range === type) return 3
  if (range === `${type.split('/', 1)[0]}/*`) return 2
  return range === '*/*' ? 1 : 0
}
