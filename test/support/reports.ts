/** Reports of other people's users as inputs: `README.md` beside them says what each member of an expectation means. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { addition, whyWithout } from '../../scripts/additions.ts'

const folder = addition('reports')
export const noReports = whyWithout('reports')

/** What must hold once the files are imported; of `anyOf` one is enough. */
export interface Expectation {
  readonly id?: string
  readonly said?: readonly Saying[]
  readonly saidHas?: readonly Saying[]
  readonly order?: readonly string[]
  readonly contextHas?: readonly string[]
  readonly contextLacks?: readonly string[]
  readonly anthropicHas?: readonly string[]
  readonly contextOrder?: readonly string[]
  readonly notUser?: readonly string[]
  readonly legal?: boolean
  readonly search?: Readonly<Record<string, number>>
  readonly title?: string
  readonly forkedFrom?: string | null
  readonly spawnedBy?: string
  readonly turnCount?: number
  readonly models?: readonly string[]
  readonly usage?: Counts
  readonly usageTreeOf?: readonly [string, Counts]
  readonly shape?: Counts
  readonly shapeOf?: readonly [string, Counts]
  readonly added?: readonly number[]
  readonly findings?: readonly string[]
  readonly conversations?: readonly string[]
  readonly exportSame?: boolean
  readonly refused?: boolean
  readonly told?: boolean
  readonly anyOf?: readonly Expectation[]
}
export type Saying = readonly [role: string, text: string]
export type Counts = Readonly<Record<string, number>>

export interface ReportFile {
  readonly name: string
  readonly bytes: Buffer
}
export interface ReportCase {
  readonly kind: string
  readonly id: string
  readonly why: string
  readonly files: readonly ReportFile[]
  readonly expect: Expectation
}

interface Listed extends Pick<ReportCase, 'id' | 'why' | 'expect'> {
  readonly files: readonly string[]
}

/** Returns the cases of all kinds, or of one. */
export function reportCases(kind?: string): ReportCase[] {
  if (noReports !== false) return []
  const kinds = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return kinds.flatMap(({ name }) => (kind === undefined || kind === name ? casesOf(name) : []))
}

function casesOf(kind: string): ReportCase[] {
  const text = readFileSync(join(folder, kind, 'expected.json'), 'utf8')
  const { cases } = JSON.parse(text) as { readonly cases: readonly Listed[] }
  return cases.map(({ id, why, files, expect }) => {
    const read = files.map((name) => ({ name, bytes: readFileSync(join(folder, kind, name)) }))
    return { kind, id, why, files: read, expect }
  })
}
