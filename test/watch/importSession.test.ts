import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { openArchive } from '../../src/app/imports/sources/archive.ts'
import type { Imported } from '../../src/client/graphClient.ts'
import type { ImportSource } from '../../src/formats/importSource.ts'
import { importSession } from '../../src/watch/importSession.ts'

const folder = mkdtempSync(join(tmpdir(), 'turngraph-session-'))
after(() => {
  rmSync(folder, { recursive: true, force: true })
})
mkdirSync(join(folder, 'tasks/1'), { recursive: true })
const write = (name: string, text: string) => {
  writeFileSync(join(folder, 'tasks/1', name), text)
}

async function imported(): Promise<ImportSource | null> {
  const path = join(folder, 'tasks/1/api_conversation_history.json')
  const { size, mtimeMs: modifiedMs, ino: inode } = statSync(path)
  const taken: ImportSource[] = []
  await importSession({ path, place: path, size, modifiedMs, inode, stamp: '' }, null, (source) => {
    taken.push(source)
    return Promise.resolve({} as Imported)
  })
  return taken[0] ?? null
}

it('the messages of a task of Cline come alone, with what lies beside them, and not at all while half is written', async () => {
  const messages = '[{"role":"user","content":"<task>né</task>","ts":1}]'
  write('api_conversation_history.json', messages)
  const alone = await imported()
  assert.deepEqual(
    [alone?.name, alone && (await buffer(alone.open())).toString()],
    ['1/api_conversation_history.json', messages],
  )
  write('ui_messages.json', '[]')
  const both = await imported()
  const { members } = await openArchive(both ?? assert.fail())
  const told = members.map(async (one) => [one.name, one.byteSize, (await buffer(one.open())).toString()])
  assert.deepEqual(await Promise.all(told), [
    ['1/api_conversation_history.json', Buffer.byteLength(messages), messages],
    ['1/ui_messages.json', 2, '[]'],
  ])
  write('api_conversation_history.json', messages.slice(0, 20))
  assert.equal(await imported(), null)
})
