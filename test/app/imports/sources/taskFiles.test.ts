import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { taskFiles } from '../../../../src/app/imports/sources/taskFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'turngraph-tasks-'))
after(() => rmSync(folder, { recursive: true }))

/** A task with these files, each with its name as content; returns the path of its messages. */
function task(name: string, ...files: string[]): string {
  mkdirSync(join(folder, name))
  for (const file of files) writeFileSync(join(folder, name, file), file)
  return join(folder, name, 'api_conversation_history.json')
}
const messages = 'api_conversation_history.json'

it('the messages of a task are read with what lies beside them, as one archive', async () => {
  const found = await taskFiles(task('seven', messages, 'ui_messages.json', 'other.json'))
  assert.deepEqual(
    found?.paths.map((path) => path.slice(folder.length + 1)),
    [join('seven', messages), join('seven', 'ui_messages.json')],
  )
  assert.equal(found.bytes, messages.length + 'ui_messages.json'.length)
  const source = await found.read()
  assert.equal(source.name, 'seven.zip')
  const pieces: Uint8Array[] = []
  for await (const piece of source.open()) pieces.push(piece)
  for (const name of [`seven/${messages}`, 'seven/ui_messages.json'])
    assert.ok(Buffer.concat(pieces).includes(name), name)
})

it('a file with another name, or with nothing beside it, is no task', async () => {
  assert.equal(await taskFiles(join(folder, 'seven', 'ui_messages.json')), null)
  assert.equal(await taskFiles(task('alone', messages)), null)
  assert.equal(await taskFiles(join(folder, 'none', messages)), null)
  mkdirSync(join(folder, 'alone', 'history_item.json'))
  assert.equal(await taskFiles(join(folder, 'alone', messages)), null, 'a folder is no file')
})
