import type { TreeShape } from '../../domain/model.ts'
import { emptyShape } from '../../domain/tree/junctions.ts'
import type { SourceEntry } from '../../formats/sourceEntry.ts'

/** Entries of one type that one version of a program wrote. */
export interface EntryCount {
  readonly type: string
  /** Null where the entries do not say. */
  readonly version: string | null
  readonly count: number
}

/** What the plain formula finds. */
export interface PlainShape {
  readonly shape: TreeShape
  readonly danglingParents: number
  readonly entries: readonly EntryCount[]
  /** The entries that have several children, by their children. */
  readonly branchPoints: readonly (readonly string[])[]
  readonly isTurn: (id: string) => boolean
}

interface Row {
  readonly parent: string | null
  readonly isTurn: boolean
  readonly isSidechain: boolean
}

/**
 * Counts a file by its entries' own ids and parents and by nothing else. An entry has its place where it has an id; a root
 * names no parent; a parent that the file lacks is dangling; nothing names a leaf as its parent; a branch point has two
 * children or more, of whatever type.
 */
export class PlainFormula {
  private readonly rows = new Map<string, Row>()
  private readonly counts = new Map<string, EntryCount>()
  private toolCalls = 0

  add({ type, version, id, parent, isTurn, isSidechain, toolCalls }: SourceEntry): void {
    const key = JSON.stringify([type, version])
    this.counts.set(key, { type, version, count: (this.counts.get(key)?.count ?? 0) + 1 })
    if (id === null) return
    const known = this.rows.get(id)
    // Some programs write an entry twice, once without its parent.
    if (known !== undefined && known.parent !== null) return
    if (known === undefined) this.toolCalls += toolCalls
    this.rows.set(id, { parent, isTurn, isSidechain })
  }

  result(): PlainShape {
    const { rows } = this
    const children = new Map<string, string[]>()
    let [roots, danglingParents, sidechains] = [0, 0, 0]
    for (const [id, { parent, isSidechain }] of rows) {
      if (isSidechain) sidechains++
      if (parent === null) roots++
      else if (!rows.has(parent)) danglingParents++
      else if (!children.get(parent)?.push(id)) children.set(parent, [id])
    }
    const branchPoints = [...children.values()].filter(({ length }) => length > 1)
    const leaves = rows.size - children.size
    return {
      shape: {
        ...emptyShape,
        nodes: rows.size,
        roots,
        leaves,
        branchPoints: branchPoints.length,
        sidechains,
        toolCalls: this.toolCalls,
      },
      danglingParents,
      entries: [...this.counts.values()].sort(byTypeAndVersion),
      branchPoints,
      isTurn: (id) => rows.get(id)?.isTurn === true,
    }
  }
}

function byTypeAndVersion(a: EntryCount, b: EntryCount): number {
  const versions = (a.version ?? '').localeCompare(b.version ?? '', 'en', { numeric: true })
  return a.type < b.type ? -1 : a.type > b.type ? 1 : versions
}
