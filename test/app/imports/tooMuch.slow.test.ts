// Takes long: records of many megabytes, and millions of values.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { importTranscript } from '../../../src/app/imports/job/importTranscript.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { longestRecord, mostValues } from '../../../src/formats/amount.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { imports, linesOf } from '../../support/transcripts.ts'

const mebibyte = 1024 * 1024
const said = (content: string) => ({ role: 'user', content })
/** Few bytes that would take a hundred times as much memory, and seconds. */
const many = (before: string, after: string) => `${before}${'{},'.repeat(mostValues)}${after}`

await onEveryStore('a file with more in one place than is read', (on) => {
  let count = 0
  const scope = () => on.scope({ tenant: `much ${++count}` })

  it('is refused where a line is too long, before it is in memory', async () => {
    const piece = Buffer.alloc(mebibyte, 'a')
    let given = 0
    async function* open() {
      given = 0
      yield Buffer.from(`${JSON.stringify(said('hello'))}\n{"role":"user","content":"`)
      for (; given < 2 * longestRecord; given += piece.length) yield piece
    }
    const source = { name: null, open, slice: (_: number, length: number) => Promise.resolve(Buffer.alloc(length)) }
    await assert.rejects(importTranscript(scope(), { source }), (thrown) => {
      assert.ok(thrown instanceof Refusal, String(thrown))
      assert.equal(thrown.code, 'LIMIT_EXCEEDED')
      assert.deepEqual(thrown.facts, { line: 2, limit: longestRecord })
      return true
    })
    assert.ok(given <= longestRecord + mebibyte, `${given} bytes were taken`)
  })
  it('keeps a line of too many values raw only, and says so', async () => {
    const to = scope()
    const file = `${linesOf([said('one')])}${many('{"role":"user","content":"two","more":[', 'null]}')}\n${linesOf([said('three')])}`
    const { report, conversations } = await imports(to, file)
    assert.deepEqual([report.added, report.skipped], [2, 1])
    assert.deepEqual(
      report.findings.map(({ code, line }) => [code, line]),
      [['RECORD_TOO_LONG', 2]],
    )
    const id = conversations[0]?.id ?? ''
    const { pieces } = await openExport(to, { conversationId: id, format: 'ORIGINAL' })
    const found: Uint8Array[] = []
    for await (const one of pieces) found.push(one)
    assert.ok(Buffer.concat(found).equals(Buffer.from(file)))
    to.reads.clear()
    assert.equal((await integrity(to, id)).damage, 0)
  })
  it('reads the other conversations of an array', async () => {
    const talk = (content: string) =>
      JSON.stringify({ messages: [said(content), { role: 'assistant', content: 'yes' }] })
    const file = `[${talk('one')},\n${many('{"messages":[', 'null]}')},\n${talk('two')}]`
    const { report, conversations } = await imports(scope(), file)
    assert.deepEqual([report.format, report.added, conversations.length], ['OPENAI', 4, 2])
    assert.deepEqual(
      report.findings.map(({ code, line }) => [code, line]),
      [['RECORD_TOO_LONG', 2]],
    )
  })
  it('is refused where nothing else is in it', async () => {
    await assert.rejects(
      imports(scope(), many('{"messages":[', 'null]}')),
      (thrown) => thrown instanceof Refusal && thrown.code === 'BAD_INPUT',
    )
  })
})
