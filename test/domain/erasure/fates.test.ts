import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { packed, unpacked } from '../../../src/formats/compressedLines.ts'
import { root } from '../../../scripts/root.ts'
import { own } from '../../../src/runtime/own.ts'
import { cutChunk } from '../../../src/app/erasures/things/cutLines.ts'
import { emptiedRun, withoutWords } from '../../../src/app/erasures/ledgers.ts'
import { emptiedEntity, emptiedFact } from '../../../src/app/erasures/things/entities.ts'
import { emptiedEdge } from '../../../src/app/erasures/edges.ts'
import { withoutTexts } from '../../../src/app/erasures/eraseRows.ts'
import { fates } from '../../../src/domain/erasure/fates.ts'
import { tombstone } from '../../../src/domain/erasure/tombstone.ts'
import { withoutErased } from '../../../src/domain/erasure/erasedMessage.ts'
import { withoutValues } from '../../../src/domain/messages/annotation.ts'
import { contentKinds, type Contents } from '../../../src/domain/contents.ts'
import { noRewrites, type Rewrites } from '../../../src/domain/erasure/rewrites.ts'
import { emptiedAttachment } from '../../../src/domain/records/attachment.ts'

type Kept = { readonly [K in keyof typeof fates]: (typeof fates)[K] extends 'goes' ? never : K }[keyof typeof fates]
type Changed = { readonly [K in Kept]: 'goes' extends (typeof fates)[K][keyof (typeof fates)[K]] ? K : never }[Kept]
type GoneWhole = Exclude<keyof typeof fates, Kept>
const plan = { conversationIds: ['mark of id end'], attachmentIds: [], askedAttachmentIds: [], entityIds: [] }
/** What an erasure makes of a value of each kind that keeps its rows, and of which something goes. */
const emptying: { readonly [K in Changed]: (value: Contents[K]) => object | Promise<object> } = {
  observation: (value) => tombstone(value, 'e'),
  message: (value) => withoutErased(value, []),
  conversation: (value) => withoutTexts(value, { plan }),
  event: (value) => withoutWords(value),
  run: (value) => emptiedRun(value),
  entity: (value) => emptiedEntity(value, [], null, 'e'),
  fact: (value) => emptiedFact(value, 'e'),
  relationship: (value) => emptiedEdge(value),
  annotations: (value) => withoutValues(value)[0]?.value ?? {},
  attachment: (value) => emptiedAttachment(value),
  rawChunk: (value) => withoutText(value, String(value.bytes)),
}
/** Returns a chunk whose one line said a text, as it is without that. */
async function withoutText(chunk: Contents['rawChunk'], text: string): Promise<object> {
  const bytes = await packed([Buffer.from(JSON.stringify({ text }))])
  const cut = await cutChunk({ ...chunk, lineCount: 1, bytes }, () => ({ names: [], contents: [text] }), 'e')
  return { ...cut, lineCount: chunk.lineCount, bytes: String(await unpacked(cut?.bytes ?? bytes)) }
}
/** By which list of a write the rows of the others go. */
const goneBy: { readonly [K in GoneWhole]: keyof Rewrites } = {
  ...{ stateRecord: 'recordsAbout', importMark: 'importMarks', idempotencyKey: 'keys', guard: 'guards' },
}
/** Members that hold more than a text. */
const shaped: Readonly<Record<string, (mark: string) => unknown>> = {
  blocks: (mark) => [{ type: 'text', text: mark }],
  fields: (mark) => ({ [mark]: mark }),
  metadata: (mark) => ({ [mark]: mark }),
  details: (mark) => ({ text: mark, list: [mark] }),
  settings: (mark) => ({ [mark]: mark }),
  pending: (mark) => ({ questionId: 'q', request: mark }),
  answers: (mark) => [{ questionId: 'q', answer: mark, eventId: 'e' }],
  values: (mark) => ({ [mark]: mark }),
  snapshot: (mark) => ({ fields: { [mark]: mark } }),
  others: (mark) => [{ observationId: 'o', fields: [mark] }],
  mergedInto: () => null,
  deleted: () => false,
  factCount: () => 0,
  marker: (mark) => ({ span: null, keep: [], summary: mark, cancels: null, targets: [], sidechains: null }),
}

const changed = Object.keys(emptying) as Changed[]

describe('what becomes of the members of a kind that is erased', () => {
  for (const kind of changed)
    it(`is as the two lists say: ${kind}`, async () => {
      const members: Readonly<Record<string, string>> = fates[kind]
      const markOf = (name: string) => `mark of ${name} end`
      const before = Object.fromEntries(
        Object.keys(members).map((name) => [name, (own(shaped, name) ?? String)(markOf(name))]),
      )
      const after = { ...(await Promise.resolve(emptying[kind](before as never))) } as Record<string, unknown>
      const written = (name: string) => JSON.stringify(after[name] ?? null)
      for (const [name, fate] of Object.entries(members)) {
        if (fate === 'goes') assert.ok(!written(name).includes(markOf(name)), `${kind}.${name} stays`)
        else if (name !== 'version' && !name.toLowerCase().includes('erased'))
          assert.deepEqual(after[name], before[name], `${kind}.${name}`)
      }
    })

  it('is said of every kind that is stored: of one whose rows go whole by the list of a write that takes them', () => {
    assert.deepEqual(Object.keys(fates).sort(), [...contentKinds].sort())
    const gone = Object.entries(fates).flatMap(([kind, members]) => (members === 'goes' ? [kind] : []))
    const losing = Object.entries(fates).flatMap(([kind, members]) =>
      members !== 'goes' && Object.values(members).includes('goes') ? [kind] : [],
    )
    assert.deepEqual([...changed].sort(), losing.sort())
    assert.deepEqual(Object.keys(goneBy).sort(), gone.sort())
    assert.ok(Object.values(goneBy).every((name) => Object.hasOwn(noRewrites, name)))
  })

  it('is said by the page about erasure, member by member', () => {
    const page = readFileSync(join(root, 'docs/erasure.md'), 'utf8')
    const listed = (members: object, fate: string) =>
      Object.entries(members)
        .flatMap(([name, one]) => (one === fate ? `\`${name}\`` : []))
        .join(', ')
    for (const [kind, members] of Object.entries(fates)) {
      const said = new RegExp(`^\\| ${kind} \\|(.*)\\|(.*)\\|$`, 'm').exec(page) ?? []
      const lists = members === 'goes' ? ['the row', ''] : [listed(members, 'goes'), listed(members, 'stays')]
      assert.deepEqual(
        said.slice(1).map((text) => text.trim()),
        lists,
        kind,
      )
    }
  })
})
