import { foreignMark } from '../../domain/access/keyedDigest.ts'
import type { KeyRecord } from '../../domain/model.ts'
import type { BackupLine } from '../../formats/ndjson/lines.ts'
import type { Scope } from '../scope.ts'

/** The tenant's key for names, and how what another one made comes into it. */
export interface NameKeys {
  /** Says whether a line is of a key for names, which is then known. */
  takes(line: BackupLine): boolean
  /** Returns a line as the tenant has it: inputs that another key marked say which. */
  fit(line: BackupLine): BackupLine
  /** Has an empty tenant go on with the key of the backup, so that names it makes are those that are there. */
  adopt(): Promise<void>
}

/** Returns the tenant's key for names as it is now. */
async function nameKeyOf({ store, nameKey }: Scope): Promise<string> {
  return (await store.record())?.nameKey ?? nameKey
}

/** Returns what brings a backup's key for names and the tenant's own together. */
export async function nameKeysOf(scope: Scope): Promise<NameKeys> {
  let own = await nameKeyOf(scope)
  let text: string | null = null
  const markOf = ({ inputHash }: KeyRecord): string =>
    text === null || text === own ? inputHash : foreignMark(inputHash, text)
  return {
    takes({ line, value }) {
      if (line === 'tenant') text = (value as { readonly nameKey: string }).nameKey
      return line === 'tenant'
    },
    fit(line) {
      if (line.line !== 'idempotencyKey') return line
      const record = line.value as unknown as KeyRecord
      return { ...line, value: { ...record, inputHash: markOf(record) } }
    },
    async adopt() {
      if (text === null || text === own) return
      if (await scope.store.setNameKey(text)) own = text
    },
  }
}
