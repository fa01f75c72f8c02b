import assert from 'node:assert/strict'
import { openParts } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import { contentOf, restored } from '../../support/backups.ts'
import { isWhole } from '../support/checks.ts'
import { newFolder } from '../support/folder.ts'

/** Restores a backup into an empty store, where each of its conversations must be whole; returns how many these are. */
export async function conversationsRestored(backup: string): Promise<number> {
  const bytes = Buffer.from(backup)
  const parts = await openParts(readConfig({ DATA: newFolder(), LOG_LEVEL: 'silent' }))
  await restored(parts.scope(), bytes)
  const ids = contentOf(bytes).flatMap((line) => {
    const { line: kind, value } = JSON.parse(line) as { line: string; value: { id: string } }
    return kind === 'conversation' ? [value.id] : []
  })
  await isWhole(parts.scope(), ids)
  assert.deepEqual(await parts.store.faults(), [])
  await parts.close()
  return ids.length
}
