import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { RawTexts, type RawDifference, type RawMore } from '../../../../src/app/backups/rawTexts/rawTexts.ts'
import { readBack } from '../../../../src/app/backups/readBack.ts'
import { erase } from '../../../../src/app/erasures/erase.ts'
import { openExport } from '../../../../src/app/exports/exportConversation.ts'
import { forkConversation } from '../../../../src/app/forks/forkConversation.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { amendMessage } from '../../../../src/app/turns/amendMessage.ts'
import { lineOf } from '../../../../src/formats/ndjson/lines.ts'
import { plainSeal, sealOf } from '../../../../src/domain/access/keyedDigest.ts'
import type { Block } from '../../../../src/domain/model.ts'
import type { Unsegmented } from '../../../../src/formats/ndjson/values.ts'
import { memoryScratch } from '../../../../src/formats/scratch.ts'
import { openScratch } from '../../../../src/storage/scratch.ts'
import { signed, within } from '../../../support/alteredLines.ts'
import { backedUp, restored } from '../../../support/backups.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../../support/sharedFiles.ts'
import { say } from '../../../support/talk.ts'
import { entries, imports, linesOf } from '../../../support/transcripts.ts'

const drawn = linesOf(entries('u1 a1<u1 c1:k1<a1 r1:k1<c1 a2<r1 u2<a2 a3<u2'))
const kindOf = (line: string) => (JSON.parse(line) as { line: string }).line

async function ownForm(scope: Scope, conversationId: string): Promise<Buffer> {
  const { pieces } = await openExport(scope, { conversationId, format: 'NDJSON' })
  return buffer(Readable.from(pieces))
}

/** The lines of a file, with the raw lines of another one. */
function withRawOf(file: Buffer, other: Buffer, conversationId: string | null): Buffer {
  const isRaw = (line: string) => kindOf(line) === 'rawChunk'
  const raw = within(other).filter(isRaw)
  const lines = within(file).flatMap((line) => (isRaw(line) ? raw.splice(0) : [line]))
  return signed(lines, conversationId)
}

await onEveryStore('raw lines and what is said to be read from them', (on) => {
  let count = 0
  const empty = () => on.scope({ tenant: `raw ${on.name} ${++count}` })
  const filled = async (file: string) => {
    const scope = empty()
    await imports(scope, file)
    return { scope, own: await ownForm(scope, 's') }
  }
  const verified = async (scope: Scope) => {
    const bytes = await backedUp(scope)
    return readBack(
      () => Readable.from([bytes]),
      () => openScratch(),
      sealOf(scope),
    )
  }

  it('are of one text, also where turns were amended, added and forked since', async () => {
    const { scope } = await filled(drawn)
    await amendMessage(scope, { messageId: 's:u1', fields: { content: [{ text: 'said otherwise' }] } })
    await say(scope, 's', 'u9', 'said here')
    await forkConversation(scope, { source: 's', newConversationId: 'f' })
    await say(scope, 'f', 'u10', 'said in the fork')
    assert.deepEqual(await verified(scope), [])
    for (const id of ['s', 'f']) {
      const { report } = await imports(empty(), await ownForm(scope, id))
      assert.deepEqual(report.findings, [])
    }
  })

  it('are of one text where turns were erased, a call whose name stays among them, and where the backup is restored', async () => {
    const { scope } = await filled(drawn)
    for (const messageId of ['s:c1', 's:r1', 's:u2']) await erase(scope, { messageIds: [messageId], reason: 'OTHER' })
    assert.deepEqual(await verified(scope), [])
    const copy = empty()
    await restored(copy, await backedUp(scope))
    assert.deepEqual(await verified(copy), [])
  })

  it('that say another text are refused by the line that is denied, and verify tells of those that are there', async () => {
    const { own } = await filled(drawn)
    for (const [text, other, member] of [
      ['says u2', 'says no', 'a text'],
      ['gives r1', 'gives nothing', 'a result'],
      ['"path":"c1"', '"path":"elsewhere"', 'an argument of a call'],
      ['answers a3', 'swers', 'a part of a word'],
    ] as const) {
      const { scope, own: forged } = await filled(drawn.replace(text, other))
      const file = withRawOf(forged, own, 's')
      await assert.rejects(
        imports(empty(), file),
        { code: 'BAD_INPUT', message: new RegExp(`^Line \\d+ says what raw line \\d of "s"`) },
        member,
      )
      const store = empty()
      await restored(store, withRawOf(await backedUp(scope), await backedUp((await filled(drawn)).scope), null))
      const found = await verified(store)
      assert.deepEqual(
        found.map(({ code, details }) => [code, details['kind']]),
        [['RAW_LINES_DIFFER', 'observation']],
        member,
      )
    }
  })

  it('that say more than any turn come in, and the report tells where', async () => {
    const { scope } = await filled(drawn)
    const longer = drawn + linesOf(entries('u3<a3'))
    const file = withRawOf(await ownForm(scope, 's'), (await filled(longer)).own, 's')
    const { report } = await imports(empty(), file)
    assert.deepEqual(
      report.findings.map(({ code, message }) => [code, message.slice(0, 20)]),
      [['RAW_LINES_SAY_MORE', 'Raw line 8 of "s" (C']],
    )
    assert.deepEqual(await verified(scope), [])
  })

  it('stand behind all observations, those of a source together, in a format that is read', async () => {
    const { own } = await filled(drawn)
    const lines = within(own)
    const chunk = lines.find((line) => kindOf(line) === 'rawChunk') as string
    const early = lines.filter((line) => line !== chunk)
    early.splice(early.findIndex((line) => kindOf(line) === 'observation') + 1, 0, chunk)
    await assert.rejects(imports(empty(), signed(early, 's')), /is an observation behind raw lines/)
    const unread = lines.map((line) => {
      const { line: kind, value } = JSON.parse(line) as { line: string; value: unknown }
      return lineOf(kind, JSON.stringify(value).replaceAll('CLAUDE_CODE:', 'MARKDOWN:')).trim()
    })
    await assert.rejects(imports(empty(), signed(unread, 's')), /holds raw lines of no format that is read/)
  })

  it('of real files are those of their observations, in every format', { skip: noSharedFiles }, async () => {
    const scope = empty()
    for (const { name, bytes } of realFiles().filter((file) => file.bytes.length < 40_000))
      await imports(scope, bytes, { fileName: name.split('/').at(-1) ?? name })
    assert.deepEqual(await verified(scope), [])
  })
})

const node = (blocks: readonly Block[], more: object = {}) =>
  ({
    ...{ id: 'o1', conversationId: 's', messageId: 's:u1', externalId: 'u1', role: 'USER', kind: 'TURN', blocks },
    ...{ copyOf: null, marker: null, place: null },
    fields: { importedFrom: { conversationId: 's', source: 'CLAUDE_CODE:x', line: 1, part: 0 } },
    ...more,
  }) as unknown as Unsegmented

it('reads raw lines by their own text where today’s reader understands them otherwise', async () => {
  const line = entries('u1')[0]
  const took = async (blocks: readonly Block[], { limit = 1e6, raw = linesOf(line ? [line] : []), more = {} } = {}) => {
    const [differences, unsaid]: [RawDifference[], RawMore[]] = [[], []]
    const options = {
      openScratch: memoryScratch,
      seal: plainSeal,
      limit,
      onDifference: (one: RawDifference) => void differences.push(one),
      onMore: (one: RawMore) => void unsaid.push(one),
    }
    const check = new RawTexts(memoryScratch(), options)
    check.observation(node(blocks, more), 7)
    const chunk = { conversationId: 's', source: 'CLAUDE_CODE:x', position: 1, firstLine: 1, lineCount: 1 } as never
    try {
      await check.chunk(chunk, Buffer.from(raw), 9)
      await check.finish()
    } finally {
      await check.close()
    }
    return [differences.map(({ line: at, rawLine }) => `${at}:${rawLine}`), unsaid.length]
  }
  const text = (said: string): Block => ({ type: 'text', text: said })
  assert.deepEqual(await took([text('says u1')]), [[], 0])
  assert.deepEqual(await took([text(' says\n\nu1 ')]), [[], 0])
  assert.deepEqual(await took([text('says u2')]), [['7:1'], 1])
  assert.deepEqual(await took([text('says')]), [[], 1], 'an earlier reader took a part')
  assert.deepEqual(await took([text('say')]), [['7:1'], 1], 'no word of it')
  assert.deepEqual(await took([{ type: 'other', value: { role: 'user', content: 'says u1' } }]), [[], 0])
  assert.deepEqual(await took([]), [[], 1], 'one that says nothing denies nothing')
  assert.deepEqual(await took([text('says u1'), text('more')]), [['7:1'], 0])
  assert.deepEqual(await took([text('says u1')], { raw: 'no JSON, says u1\n' }), [[], 0])
  assert.deepEqual(await took([text('two\n"lines"')], { raw: '{"a":"of two\\n\\"lines\\" here",\n' }), [[], 0])
  const elsewhere = {
    fields: { importedFrom: { conversationId: 's', source: 'CLAUDE_CODE:x', line: 5, part: 0 } },
    externalId: 'x',
  }
  assert.deepEqual(await took([text('says u1')], { more: elsewhere }), [['7:5'], 0], 'there is no such line')
  const other = { fields: { importedFrom: { conversationId: 's', source: 'CLAUDE_CODE:y', line: 1, part: 0 } } }
  assert.deepEqual(await took([text('never said')], { more: other }), [[], 1], 'whose lines are not in the file')
  // More than is held in memory.
  const long = 'word '.repeat(1_000_000)
  const raw = JSON.stringify({ ...line, message: { role: 'user', content: long } })
  assert.deepEqual(await took([text(long)], { limit: 1e8, raw }), [[], 0])
  assert.deepEqual(await took([text('never said')], { limit: 1e8, raw }), [['7:1'], 1])
  await assert.rejects(took([text('says u1')], { limit: 10 }), { code: 'LIMIT_EXCEEDED' })
})
