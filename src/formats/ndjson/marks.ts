import { z } from 'zod'
import {
  anyDangling,
  appendedSources,
  danglingRoots,
  importStates,
  lineDigests,
  lineIds,
  recordedEntries,
  spawnEnds,
  waitingFor,
} from '../../domain/records/importMarks.ts'
import type { Mark } from '../../domain/model.ts'

const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const id = z.string()
const members = z.looseObject
/** How surely a file named its conversation: no reader gives more, and a higher one would never be replaced. */
const titleRank = z.int().min(0).max(3)

/** What marks say, by the beginning of their names; a whole name where nothing follows. */
const values: readonly (readonly [name: string, value: z.ZodType])[] = [
  [
    importStates.nameOf(''),
    members({
      ...{ head: id.nullable(), title: z.string().nullable(), rank: titleRank, nodes: count },
      ...{ source: z.string().nullable(), latest: z.string().nullish() },
    }),
  ],
  [lineDigests.nameOf('', '').slice(0, -1), z.record(z.string().regex(/^\d+$/), z.string())],
  [
    appendedSources.nameOf('', '').slice(0, -1),
    members({ lines: count, last: count, before: count.nullable(), hasIds: z.boolean() }),
  ],
  [lineIds.nameOf('', '', '').slice(0, -2), z.record(z.string(), z.union([z.string(), z.literal(0)]))],
  [danglingRoots.nameOf(''), z.array(members({ conversationId: id, root: id }))],
  [waitingFor.nameOf(''), z.array(id)],
  [recordedEntries.nameOf('', '').slice(0, -1), members({ is: id.nullable(), behind: id.nullable() })],
  [spawnEnds.nameOf(''), members({ callers: z.array(id), sidechains: z.array(id) })],
]

/** Returns what is wrong with what a mark says; null where nothing is, or where no importer of this version would read it. */
export function faultOfMark({ name, value }: Mark): string | null {
  const kind = name === anyDangling.nameOf() ? z.literal(true) : values.find(([start]) => name.startsWith(start))?.[1]
  const [issue] = kind?.safeParse(value).error?.issues ?? []
  return issue ? `${['value', ...issue.path].map(String).join('.')}: ${issue.message}` : null
}
