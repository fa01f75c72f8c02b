import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { resumeConversation } from '../../../src/app/resume/resumeConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { nothingCarried, fieldsOf } from '../../../src/app/transcripts/entryFields.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import type { Block, Role } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import fc from '../../support/properties.ts'
import { anyTurns } from '../../support/randomTurns.ts'
import { wholeOr } from '../../support/rounds.ts'
import { saidIn } from '../../support/textsOfSessions.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { sessionFaults, sessionFormats } from '../../support/sessionRules.ts'
import { imports } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `random-sessions-${++count}` })

interface Turn {
  readonly role: Role
  readonly blocks: readonly Block[]
  readonly answerId?: string | undefined
}
const odd = fc.constantFrom('call:1/ü', 'x'.repeat(90), 'my tool', 'k')
/** What is written in other words in a file: names and ids that providers refuse, thoughts, blank texts, data as results. */
const dressed = (turns: readonly Turn[], name: string): Turn[] =>
  turns.map((turn, i) => ({
    ...turn,
    blocks: turn.blocks.flatMap((block): Block[] => {
      if (block.type === 'toolCall') return [{ ...block, callId: `${name}${block.callId}`, name, input: { i } }]
      if (block.type === 'toolResult')
        return [{ ...block, callId: `${name}${block.callId}`, content: i % 3 === 0 ? [{ n: i }] : `done ${i}` }]
      if (turn.role !== 'ASSISTANT') return [block.type === 'text' ? { ...block, text: `said ${i}` } : block]
      return [
        { type: 'thinking', thinking: 'hm', ...(i % 2 === 0 && { signature: 'sig' }) },
        { type: 'text', text: i % 5 === 0 ? ' ' : `answer ${i}` },
      ]
    }),
  }))
const drawn = fc.tuple(anyTurns(10), odd, fc.nat()).map(([made, name, at]) => {
  const turns = made.flatMap(({ role, blocks, answerId }): Turn[] =>
    role == null ? [] : [{ role, blocks: blocks ?? [], answerId }],
  )
  return { turns: dressed(turns, name), at }
})

await onEveryStore('sessions of random talks', (on) => {
  it('are legal, say what a model would be sent, and add nothing when they come back', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ turns, at }) => {
        const scope = alone(on)
        for (const [i, { role, blocks, answerId = null }] of turns.entries())
          await storeTurn(scope, {
            conversationId: 'c',
            turnId: `t${i}`,
            role,
            blocks,
            usage: { answerId },
            ...(role === 'ASSISTANT' && { model: i % 4 === 0 ? 'claude-x' : 'gpt' }),
          })
        const place = at % 2 === 0 ? {} : { at: { messageId: `c:t${at % turns.length}` } }
        for (const format of sessionFormats) {
          const agent = format.toLowerCase().replaceAll('_', '-')
          scope.reads.clear()
          const made = await resumeConversation(scope, { conversationId: 'c', agent, cwd: '/w', ...place }).catch(
            refused,
          )
          if (made === null) continue
          scope.reads.clear()
          const { pieces } = await openExport(scope, { conversationId: made.conversation.id, session: made.session.id })
          const found: Uint8Array[] = []
          for await (const piece of pieces) found.push(piece)
          const text = Buffer.concat(found).toString()
          assert.deepEqual(sessionFaults(format, text), [])
          const { id } = made.conversation
          const told = saidIn(await fieldsOf(scope, await context(scope, id, null), nothingCarried(), true))
          const again = alone(on)
          const { conversations } = await imports(again, text)
          const read = saidIn(
            await fieldsOf(again, await context(again, conversations[0]?.id ?? '', null), nothingCarried(), true),
          )
          const prompt = made.session.prompt?.replace(/\s+/g, '')
          const talk = prompt === undefined ? read.talk : [...read.talk, `USER:${prompt}`]
          assert.deepEqual(
            [talk.join().replaceAll(',USER:', ''), read.calls],
            [told.talk.join().replaceAll(',USER:', ''), told.calls],
            format,
          )
          const { report } = await imports(scope, text)
          assert.equal(report.added, 0, format)
          assert.equal((await integrity(scope, id)).damage, 0)
        }
      }),
      { numRuns: wholeOr(15, 4) },
    )
  })
})

/** Inside a tool pair nothing is forked, and where only a system speaks nothing is resumed. */
function refused(thrown: unknown): null {
  if (thrown instanceof Refusal) return null
  throw thrown
}
