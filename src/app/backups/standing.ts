import { identityOf, type ContentKind, type DumpBatch } from '../../domain/contents.ts'
import type { Json } from '../../domain/model.ts'
import { badInput, type Refusal } from '../../domain/refusals.ts'
import { valueText, type BackupLine } from '../../formats/ndjson/lines.ts'
import { textOf, valueOf } from '../../formats/ndjson/values.ts'
import type { OlderStates } from './olderStates.ts'
import type { SorterPart } from './sorter.ts'

/** What a store that holds something has. */
export interface Against {
  readonly known: SorterPart
  /** Null where nothing was ever erased: then whatever says otherwise conflicts. */
  readonly older: OlderStates | null
}

/** Takes note of what a tenant has here. */
export function rememberIn(known: SorterPart, { kind, values }: DumpBatch): void {
  for (const value of values) known.put(kind, '', identityOf(kind, value as never), textOf(kind, value as never))
}

/** How what is stored stands to a line: the same, or what an erasure left of it; null: the store lacks it. A counter only rises: whichever stands there will do. */
export function standingOf(against: Against | null, line: BackupLine): 'there' | 'erased' | null {
  if (against === null) return null
  const { known, older } = against
  const kind = line.line as ContentKind
  const there = known.get(kind, '', identityOf(kind, line.value as never))
  const value = older && valueOf(kind, line.value)
  older?.take(kind, value)
  if (there === null) {
    if (older?.isGone(kind, value)) return 'there'
    if (older?.isOdd(kind, value)) throw conflict(line, 'is not there, though its conversation is')
    return null
  }
  if (older?.isOlder(kind, valueOf(kind, JSON.parse(there) as Json), value))
    return (kind === 'observation' || kind === 'entity') && there !== valueText(line.value as object)
      ? 'erased'
      : 'there'
  if (kind === 'guard' || there === valueText(line.value as object)) return 'there'
  throw conflict(line, 'differs from the stored record')
}

function conflict({ line, number, value }: BackupLine, how: string): Refusal {
  const kind = line as ContentKind
  const id = identityOf(kind, value as never)
  return badInput(`Line ${number} conflicts with the store: its ${kind} "${id}" ${how}. Nothing was restored.`, {
    line: number,
    kind,
    id,
  })
}
