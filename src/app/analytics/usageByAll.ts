import type { UsageSums } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import type { KnownConversation } from './conversations.ts'
import { plus, type Cell, type Groups, type Sums } from './groups.ts'
import { counted, none, totalsOf, weekOf, type UsageDimension } from './usageBy.ts'

/** What several dimensions come to where they have these values. */
export interface UsageCell {
  readonly keys: readonly string[]
  readonly totals: UsageSums
}

const mostDimensions = 3
/** Dimensions that are of a conversation: what they are is not in sums of all conversations together. */
const ofConversations: readonly UsageDimension[] = ['CONVERSATION', 'FORK_DEPTH']

/** Returns how fine the sums must be that tell values of these dimensions apart. */
export function cellsFor(dimensions: readonly UsageDimension[]): 'row' | 'cell' | 'cwdCell' {
  const ofDirectory = dimensions.includes('CWD')
  if (dimensions.some((one) => ofConversations.includes(one)) || (ofDirectory && dimensions.includes('TOOL')))
    return 'row'
  return ofDirectory ? 'cwdCell' : 'cell'
}
const ofTime: readonly UsageDimension[] = ['DAY', 'WEEK']

/** Returns the largest sums by several dimensions at once: by time where that is among them, then by tokens. */
export async function usageByAll(
  groups: Groups,
  dimensions: readonly UsageDimension[],
  top: number,
): Promise<UsageCell[]> {
  if (dimensions.length === 0 || dimensions.length > mostDimensions || new Set(dimensions).size < dimensions.length)
    throw badInput(`Give 1 to ${mostDimensions} "dimensions", each once.`, { limit: mostDimensions }, ['dimensions'])
  const by = cellsFor(dimensions)
  const known = by === 'row' ? await groups.conversations() : []
  const usage = await groups.cells('usage', by)
  const tools = dimensions.includes('TOOL') ? await groups.cells('tools', by) : []
  const valuesOf = valuesBy(dimensions, known)
  const summed = summedBy(valuesOf, usage, tools)
  const cells = summed
    .map(({ keys, sums }) => ({ keys, totals: totalsOf(sums) }))
    .filter(({ totals }) => counted.some((name) => totals[name] !== 0))
    .sort((a, b) => tokensOf(b) - tokensOf(a) || (a.keys.join('\n') < b.keys.join('\n') ? -1 : 1))
    .slice(0, top)
  const times = dimensions.flatMap((one, k) => (ofTime.includes(one) ? [k] : []))
  const timeOf = ({ keys }: UsageCell) => times.map((k) => keys[k]).join(' ')
  return cells.sort((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(a) < timeOf(b) ? -1 : 1))
}

const tokensOf = ({ totals }: UsageCell) => totals.inputTokens + totals.outputTokens

/** Returns what the keys of a cell are in each dimension. */
export function valuesBy(dimensions: readonly UsageDimension[], known: readonly KnownConversation[]) {
  const conversations = new Map(known.map((one) => [one.id, one]))
  const value: Readonly<Record<UsageDimension, (keys: Cell['keys']) => string | undefined>> = {
    MODEL: ({ model }) => model,
    ROLE: ({ role }) => role,
    DAY: ({ day }) => day,
    WEEK: ({ day }) => weekOf(day ?? ''),
    TOOL: ({ tool }) => tool,
    CONVERSATION: ({ conversationId }) => conversationId,
    FORK_DEPTH: ({ conversationId = '' }) => String(conversations.get(conversationId)?.forkLevel ?? 0),
    CWD: ({ conversationId = '', cwd }) => cwd ?? conversations.get(conversationId)?.cwd ?? '',
  }
  return (keys: Cell['keys']) => dimensions.map((one) => value[one](keys) ?? '')
}

/** What a tool had of a turn's usage is no more what the turn had without a tool. */
function summedBy(valuesOf: (keys: Cell['keys']) => string[], usage: readonly Cell[], tools: readonly Cell[]) {
  const results = new Map<string, { readonly keys: string[]; readonly sums: Sums }>()
  const add = (cellKeys: Cell['keys'], sums: Sums, sign: 1 | -1) => {
    const keys = valuesOf(cellKeys)
    const name = JSON.stringify(keys)
    results.set(name, { keys, sums: plus(results.get(name)?.sums ?? none, sums, sign) })
  }
  for (const { keys, sums } of usage) add(keys, sums, 1)
  for (const { keys, sums } of tools) {
    add(keys, sums, 1)
    add({ ...keys, tool: '' }, sums, -1)
  }
  return [...results.values()]
}
