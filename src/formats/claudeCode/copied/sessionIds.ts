import type { PlanItem } from '../../plan.ts'
import type { ScratchMap } from '../../scratch.ts'
import { ownerSession, type LineEntry } from '../entry.ts'

/** Stands in no id and in no session's name. */
const separator = '\n'

/** Returns the id that an entry has in its file. */
export const idOf = (name: string): string => name.slice(name.indexOf(separator) + 1)

/**
 * Tells the entries of a file's sessions apart. An id is of one entry of a session: where another session had it before, the
 * entry is named with its session, and so is the parent of what follows it there. Whether it is a copy, which says
 * the same as the other one, shows when it is stored, as it does for sessions in files of their own.
 */
export class SessionIds {
  private readonly named: ScratchMap<true>
  private readonly nameOf: (session: string) => string
  private areAny = false

  /** `nameOf` names sessions that are one conversation alike. */
  constructor(named: ScratchMap<true>, nameOf: (session: string) => string) {
    this.named = named
    this.nameOf = nameOf
  }

  /** Whether a session has an id that another one had before. */
  get hasRepeated(): boolean {
    return this.areAny
  }

  /** Takes a further entry of an id that a session, `known`, has. */
  add(id: string, known: string | null, owner: string | null): void {
    if (known === null || owner === null || this.nameOf(known) === this.nameOf(owner)) return
    this.areAny = true
    this.named.set(this.withSession(owner, id), true)
  }

  /** Returns what an id names in the first of some sessions that repeats it, else what it names first in the file. */
  nameIn(id: string, ...sessions: readonly (string | null)[]): string {
    if (!this.areAny) return id
    const names = sessions.flatMap((session) => (session === null ? [] : [this.withSession(session, id)]))
    return names.find((name) => this.named.get(name) === true) ?? id
  }

  /** Returns an entry with the names of it and of its parent; `current` is the session of lines that name none. */
  entry(entry: LineEntry, current: string | null): LineEntry {
    if (!this.areAny || entry.node === null) return entry
    const [owner, session] = [ownerSession(entry, current), entry.sessionId ?? current]
    const name = (id: string | null, ...sessions: (string | null)[]) => id && this.nameIn(id, ...sessions)
    const uuid = name(entry.uuid, owner)
    const ownUuid = entry.ownUuid === entry.uuid ? uuid : entry.ownUuid
    return { ...entry, uuid, ownUuid, parentUuid: name(entry.parentUuid, session, owner) }
  }

  /** Returns what is planned of entries by the ids that these have in the file. */
  asInFile(items: PlanItem[]): PlanItem[] {
    return this.areAny ? items.map(itemAsInFile) : items
  }

  private withSession(session: string, id: string): string {
    return `${this.nameOf(session)}${separator}${id}`
  }
}

const idOrNull = (name: string | null): string | null => name && idOf(name)

function itemAsInFile(item: PlanItem): PlanItem {
  if (item.kind === 'run') return { ...item, runId: idOf(item.runId), last: idOf(item.last) }
  if (item.kind === 'head') return { ...item, externalId: idOrNull(item.externalId) }
  if (item.kind === 'fork') return { ...item, externalId: idOf(item.externalId) }
  if (item.kind === 'spawn' && 'caller' in item.side)
    return { ...item, side: { ...item.side, caller: idOf(item.side.caller) } }
  if (item.kind !== 'node') return item
  return {
    ...item,
    externalId: idOf(item.externalId),
    parent: idOrNull(item.parent),
    missingParent: idOrNull(item.missingParent),
    turnId: idOrNull(item.turnId),
    runId: idOrNull(item.runId),
    keep: item.keep.map(([from, to]) => [idOf(from), idOf(to)]),
  }
}
