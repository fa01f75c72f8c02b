import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../../scripts/root.ts'
import { emptiedRun, withoutWords } from '../../../src/app/erasures/ledgers.ts'
import { emptiedFact } from '../../../src/app/erasures/things/entities.ts'
import { withoutTexts } from '../../../src/app/erasures/eraseRows.ts'
import { fates } from '../../../src/domain/erasure/fates.ts'
import { tombstone } from '../../../src/domain/erasure/tombstone.ts'
import type { Conversation, Event, Observation } from '../../../src/domain/model.ts'
import { emptiedAttachment, type Attachment } from '../../../src/domain/records/attachment.ts'
import type { Fact } from '../../../src/domain/messages/snapshot.ts'
import type { Run } from '../../../src/domain/records/run.ts'

type Kind = keyof typeof fates
const plan = { conversationIds: ['mark of id end'], attachmentIds: [], askedAttachmentIds: [], entityIds: [] }
/** What an erasure makes of a value of each kind. */
const emptying: { readonly [K in Kind]: (value: never) => object } = {
  observation: (value: Observation) => tombstone(value, 'e'),
  conversation: (value: Conversation) => withoutTexts(value, { plan }),
  event: (value: Event) => withoutWords(value),
  run: (value: Run) => emptiedRun(value),
  fact: (value: Fact) => emptiedFact(value, 'e'),
  attachment: (value: Attachment) => emptiedAttachment(value),
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
  marker: (mark) => ({ span: null, keep: [], summary: mark, cancels: null, targets: [], sidechains: null }),
}

describe('what becomes of the members of a kind that is erased', () => {
  for (const [kind, members] of Object.entries(fates) as [Kind, Readonly<Record<string, string>>][])
    it(`is as the two lists say: ${kind}`, () => {
      const markOf = (name: string) => `mark of ${name} end`
      const before = Object.fromEntries(Object.keys(members).map((name) => [name, shaped[name]?.(markOf(name)) ?? markOf(name)])) // prettier-ignore
      const after = { ...emptying[kind](before as never) } as Record<string, unknown>
      const written = (name: string) => JSON.stringify(after[name] ?? null)
      for (const [name, fate] of Object.entries(members)) {
        if (fate === 'goes') assert.ok(!written(name).includes(markOf(name)), `${kind}.${name} stays`)
        else if (!name.toLowerCase().includes('erased')) assert.deepEqual(after[name], before[name], `${kind}.${name}`)
      }
    })

  it('is said by the page about erasure, member by member', () => {
    const page = readFileSync(join(root, 'docs/erasure.md'), 'utf8')
    for (const [kind, members] of Object.entries(fates)) {
      const [, goes = '', stays = ''] = new RegExp(`^\\| ${kind} \\| (.*) \\| (.*) \\|$`, 'm').exec(page) ?? []
      const listed = (fate: string) => Object.entries(members).flatMap(([name, one]) => (one === fate ? `\`${name}\`` : [])) // prettier-ignore
      assert.deepEqual([goes, stays], [listed('goes').join(', '), listed('stays').join(', ')], kind)
    }
  })
})
