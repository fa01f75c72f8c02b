import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openCodeForks, qwenAgents, qwenSession } from '../../../support/madeFamilies.ts'
import type { Transcript } from '../../../support/copiedSessions.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { imports, linesOf } from '../../../support/transcripts.ts'

const at = (second: number) => `2026-07-01T10:00:0${second}.000Z`
const page = (id: string, more: object) => ({
  timestamp: at(0),
  type: 'session_meta',
  payload: { id, timestamp: at(0), cwd: '/w', originator: 'x', cli_version: '1', ...more },
})
const says = {
  timestamp: at(1),
  ordinal: 9,
  type: 'response_item',
  payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go on' }] },
}
const codexFork = {
  name: 'fork.jsonl',
  bytes: Buffer.from(linesOf([page('cx-b', { history_base: { thread_id: 'cx-a', end_ordinal_exclusive: 7 } }), says])),
}
const codexCopy = { name: 'copy.jsonl', bytes: Buffer.from(linesOf([page('cx-c', { forked_from_id: 'cx-o' }), says])) }
const codexSource = { name: 'source.jsonl', bytes: Buffer.from(linesOf([page('cx-o', {}), says])) }

let count = 0
await onEveryStore('sources that are missing', (on) => {
  const told = async (...files: readonly Transcript[]) => {
    const scope = on.scope({ tenant: `missing-${++count}` })
    const messages: string[][] = []
    for (const { name, bytes } of files) {
      const { report } = await imports(scope, bytes, { fileName: name })
      messages.push(report.findings.flatMap(({ code, message }) => (code === 'SOURCE_MISSING' ? [message] : [])))
    }
    return messages
  }
  const [source, fork] = openCodeForks as [Transcript, Transcript]
  const [session, helper] = qwenAgents as [Transcript, Transcript]

  it('are told by the file that names them, and no more once theirs came', async () => {
    const [first, second, again] = await told(fork, source, fork)
    assert.match(String(first), /^"ses_b" was forked from "ses_a", which was not imported yet/)
    assert.deepEqual([second, again], [[], []])
  })
  it('are told of sessions that others started, and of files that go on from others', async () => {
    const [[started], [page]] = (await told(helper, codexFork)) as [string[], string[]]
    assert.match(String(started), new RegExp(`^"${qwenSession(3)}" was started by "${qwenSession(1)}"`))
    assert.match(String(page), /^"cx-b" goes on from "cx-a"/)
  })
  it('are told of a copied thread of Codex, all of which is its own then', async () => {
    const [[first], none, [again]] = (await told(codexCopy, codexSource, codexCopy)) as [string[], string[], string[]]
    assert.deepEqual(none, [])
    assert.match(
      String(first),
      /^"cx-c" says that it was forked from "cx-o", which was not imported yet; .* kept as its own/,
    )
    assert.equal(again, undefined)
  })
  it('are not told of where they are there', async () => {
    assert.deepEqual(await told(source, fork, session, helper), [[], [], [], []])
  })
})
