/** What the ledger of a file says of replaced turns is the file's word: sums of moves are of what could be. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { analytics } from '../../../src/app/analytics/analytics.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Json } from '../../../src/domain/model.ts'
import { lineOf } from '../../../src/formats/ndjson/lines.ts'
import { signed, within } from '../../support/alteredLines.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { imports } from '../../support/transcripts.ts'

interface EventLine {
  readonly line: string
  readonly value: { readonly kind: string; readonly details: Record<string, Json> }
}

/** The file with these details in the events of what was stored. */
function saying(file: Buffer, details: Record<string, Json>): Buffer {
  const lines = within(file).map((text) => {
    const { line, value } = JSON.parse(text) as EventLine
    if (line !== 'event' || value.kind !== 'STORE') return text
    return lineOf(line, JSON.stringify({ ...value, details: { ...value.details, ...details } })).trim()
  })
  return signed(lines, 'talk')
}

await onEveryStore('sums of moves of a file', (on) => {
  it('are of numbers that a list of turns can come to', async () => {
    const source = on.scope({ tenant: 'moves' })
    await say(source, 'talk', 'u1')
    await say(source, 'talk', 'a1')
    const file = await buffer(
      Readable.from((await openExport(source, { conversationId: 'talk', format: 'NDJSON' })).pieces),
    )
    const said: [Json, number][] = [
      [7, 14],
      [1e308, 0],
      [-5, 0],
      [0.5, 0],
      [2 ** 53, 0],
      [2 ** 31, 0],
      ['x', 0],
      [null, 0],
    ]
    for (const [replacements, wanted] of said) {
      const scope = on.scope({ tenant: `moves ${JSON.stringify(replacements)}` })
      await imports(scope, saying(file, { replacements }))
      assert.equal(await (await analytics(scope, {})).replacedTurns(), wanted, JSON.stringify(replacements))
      assert.deepEqual((await integrity(scope, 'talk')).findings, [])
    }
  })
})
