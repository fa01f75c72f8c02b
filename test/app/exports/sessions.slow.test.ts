// Takes long: every real conversation is written in three formats and read again.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { resumeConversation } from '../../../src/app/resume/resumeConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { nothingCarried, fieldsOf } from '../../../src/app/transcripts/entryFields.ts'
import { entryFor } from '../../../src/formats/sessions/ownEntries.ts'
import { saidIn, type Said } from '../../support/textsOfSessions.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { sessionFaults, sessionFormats } from '../../support/sessionRules.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { say } from '../../support/talk.ts'
import { imports } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `sessions-${++count}` })
const written = sessionFormats.filter((format) => format !== 'CLAUDE_CODE')

async function exported(scope: Scope, conversationId: string, format: string): Promise<string> {
  const found: Uint8Array[] = []
  for await (const piece of (await openExport(scope, { conversationId, format })).pieces) found.push(piece)
  return Buffer.concat(found).toString()
}

/** What another program wrote about itself stays behind: the rest is the same. */
async function saidByPeople(scope: Scope, id: string): Promise<Said> {
  scope.reads.clear()
  const entries = await fieldsOf(scope, await context(scope, id, null), nothingCarried(), true)
  return saidIn(entries.flatMap((entry) => entryFor('CLAUDE_CODE', entry) ?? []))
}

/** A session of Claude Code says the same, and adds nothing when it comes back. */
async function resumed(scope: Scope, again: Scope, id: string): Promise<void> {
  const said = await saidByPeople(scope, id)
  const made = await resumeConversation(scope, { conversationId: id, agent: 'claude-code', cwd: '/w' })
  const found: Uint8Array[] = []
  const asked = { conversationId: made.conversation.id, session: made.session.id }
  for await (const piece of (await openExport(scope, asked)).pieces) found.push(piece)
  const text = Buffer.concat(found).toString()
  assert.deepEqual(sessionFaults('CLAUDE_CODE', text).slice(0, 5), [])
  assert.equal((await imports(scope, text)).report.added, 0)
  const { conversations } = await imports(again, text)
  const { talk, calls } = await saidBy(again, conversations[0]?.id ?? '')
  const prompt = made.session.prompt?.replace(/\s+/g, '') ?? ''
  assert.deepEqual(calls, said.calls)
  assert.equal(said.talk.join('').replace(/USER:/g, ''), `${talk.join('')}${prompt}`.replace(/USER:/g, ''))
}

async function saidBy(scope: Scope, id: string): Promise<Said> {
  scope.reads.clear()
  return saidIn(await fieldsOf(scope, await context(scope, id, null), nothingCarried(), true))
}

await onEveryStore('a conversation as a session of an agent', (on) => {
  describe('of a real file', { skip: noSharedFiles }, () => {
    // What is written is the same on every store: Neo4j tries the first of each twenty.
    for (const file of realFiles().filter((_, k) => on.name.includes('SQLite') || k % 20 === 0))
      it(`is legal and says the same: ${file.name}`, async () => {
        const scope = alone(on)
        const { report, conversations } = await imports(scope, file.bytes, { fileName: file.name })
        for (const { id } of conversations.slice(0, 2)) {
          // What came in would come back as it is: the writer is asked once talk went on.
          if (written.some((format) => format === report.format)) await say(scope, id, 'and on')
          const said = await saidBy(scope, id)
          for (const format of written) {
            const text = await exported(scope, id, format)
            assert.deepEqual(sessionFaults(format, text).slice(0, 5), [], format)
            const again = alone(on)
            const read = await imports(again, text, { fileName: 'session-x.jsonl' })
            assert.equal(read.report.format, format)
            if (read.conversations[0]) assert.deepEqual(await saidBy(again, read.conversations[0].id), said, format)
          }
          if (said.talk.length > 0) await resumed(scope, alone(on), id)
        }
      })
  })
})
