import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { recognised } from '../../../../src/app/imports/sources/recognisedFile.ts'
import { temporaryFolder } from '../../../cli/support.ts'

describe('a file of a folder', () => {
  const of = async (name: string, bytes: string | Uint8Array) => {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, bytes)
    return (await recognised(path))?.format?.name ?? null
  }
  const far = { info: { patch: 'x'.repeat(300 * 1024) } }
  const talk = JSON.stringify({ ...far, messages: [{ role: 'tool', tool_call_id: 'k', content: 'x' }] })

  it('is recognised by its messages, wherever these stand in it, also where it is compressed', async () => {
    assert.equal(await of('a.json', talk), 'OPENAI')
    assert.equal(await of('a.json.gz', gzipSync(talk)), 'OPENAI')
    assert.equal(await of('a.jsonl', `${JSON.stringify(far)}\n${talk}\n`), 'OPENAI')
  })

  it('is no transcript where it shows no marks, or is not there', async () => {
    assert.equal(await of('a.json', JSON.stringify(far)), null)
    assert.equal(await of('a.txt', 'words'), null)
    assert.equal(await recognised(join(temporaryFolder(), 'none.json')), null)
  })
})
