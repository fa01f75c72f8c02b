import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import { lacking } from './refusals.ts'

/** What a file holds, by kind and id, and what its lines name of it. */
export interface NamedRecords {
  add(kind: string, id: string): void
  has(kind: string, id: string): boolean
  /** Refuses a line that names what no line before it is. */
  must(kind: string, id: string, line: number): void
  /** The same of what may stand behind it, which is looked for in the end. */
  await(kind: string, id: string, line: number): void
  /** Refuses the first line that named what the whole file has not. */
  finish(): void
}

/** Returns what takes note of what a file holds, in bounded memory. */
export function createNamed(scratch: Scratch): NamedRecords {
  const known: ScratchMap<true> = scratch.map('named')
  const awaited: ScratchMap<readonly [kind: string, id: string, line: number]> = scratch.map('awaited')
  const nameOf = (kind: string, id: string) => `${kind}\n${id}`
  const has = (kind: string, id: string) => known.get(nameOf(kind, id)) !== undefined
  return {
    add: (kind, id) => known.set(nameOf(kind, id), true),
    has,
    must(kind, id, line) {
      if (!has(kind, id)) throw lacking(line, kind, id)
    },
    await(kind, id, line) {
      const name = nameOf(kind, id)
      if (!has(kind, id) && awaited.get(name) === undefined) awaited.set(name, [kind, id, line])
    },
    finish() {
      for (const [, [kind, id, line]] of awaited.entries()) if (!has(kind, id)) throw lacking(line, kind, id, '')
    },
  }
}
