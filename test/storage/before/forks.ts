/** Forks as they are stored, and what they are called: a file of the commit before those titles was filled by it. */
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { updateConversation } from '../../../src/app/conversations/updateConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { say } from '../../support/talk.ts'

/** Fills a tenant with forks of each kind. */
export async function fillForks(scope: Scope): Promise<void> {
  for (const id of ['plain', 'named', 'gone', 'nothing']) await talk(scope, id)
  const fork = (source: string, newConversationId: string, turn = 2) =>
    forkConversation(scope, { source, newConversationId, at: { turn } })
  await fork('plain', 'unused')
  await fork('unused', 'unused of unused')
  await fork('plain', 'asked')
  await say(scope, 'asked', 'u9', 'hello')
  await say(scope, 'asked', 'u10', 'port the "tests" \ud83d\ude00 \ud800')
  await fork('asked', 'fork of asked', 4)
  await fork('plain', 'edited', 4)
  await say(scope, 'edited', 'u2', 'rather the crane')
  await fork('plain', 'amended')
  await say(scope, 'amended', 'u9', 'port the tests')
  await amendMessage(scope, { messageId: 'amended:u9', fields: { text: 'port the docs' } })
  await fork('plain', 'deleted prompt')
  await say(scope, 'deleted prompt', 'u9', 'port the tests')
  await deleteMessage(scope, { id: 'deleted prompt:u9' })
  await updateConversation(scope, { id: 'named', title: 'Birds' })
  await fork('named', 'of named')
  await fork('named', 'mine')
  await updateConversation(scope, { id: 'mine', title: 'Mine' })
  await fork('mine', 'of mine')
  await fork('gone', 'of gone')
  await deleteConversation(scope, { id: 'gone' })
  await say(scope, 'no words', 'a1', 'an answer')
  await fork('no words', 'of no words', 1)
}

async function talk(scope: Scope, id: string): Promise<void> {
  await say(scope, id, 'u1', 'mend the heron')
  for (const turn of ['a1', 'u2', 'a2']) await say(scope, id, turn, `then ${turn}`)
}

/** What each is called by itself, whatever a person called it. */
export const forkTitlesNow: Readonly<Record<string, string>> = {
  plain: 'mend the heron',
  unused: 'Fork of mend the heron',
  'unused of unused': 'Fork of mend the heron',
  asked: 'Port the "tests" \ud83d\ude00 \ud800',
  'fork of asked': 'Fork of Port the "tests" \ud83d\ude00 \ud800',
  edited: 'rather the crane',
  amended: 'port the docs',
  'deleted prompt': 'Fork of mend the heron',
  'of named': 'Fork of Birds',
  mine: 'Fork of Birds',
  'of mine': 'Fork of Mine',
  'of gone': 'Fork of mend the heron',
  'of no words': 'Untitled',
}
