import { join } from 'node:path'
import { TurngraphSaver } from '../../src/adapters/langgraph/index.ts'
import type { Amounts } from '../agents.ts'
import { comparison, valueFigure } from '../support/figures.ts'
import { inTurns } from '../support/measure.ts'
import { sqliteBytes } from '../support/subject.ts'
import { bytes, type Figure } from '../support/table.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { turnsOn } from './graph.ts'

/** So many forks stand for one: a file grows by pages. */
const many = 1000

/** A fork of a thread: how much it adds, and how long it takes beside a fork of the conversation alone. */
export async function measureForks({ turns, rounds }: Amounts): Promise<Figure[]> {
  const data = temporaryFolder('forks')
  const saver = await TurngraphSaver.connect({ data })
  const say = turnsOn(saver, 't')
  // What a fork adds does not depend on how long its source is; `--turns` makes it longer.
  for (let turn = 0; turn < Math.min(turns, 100); turn++) await say()
  const source = { configurable: { thread_id: 't' } }
  const conversation = saver.client.conversations.open('t')
  const last = (await conversation.summary())?.head?.id ?? ''
  const size = () => sqliteBytes(join(data, 'turngraph.db'))
  const before = size()
  for (let i = 0; i < many; i++) await saver.fork(source, `sized ${i}`)
  const each = (size() - before) / many
  const { thread, plain } = await inTurns(
    {
      thread: (round) => () => saver.fork(source, `thread ${round}`),
      plain: (round) => () => conversation.fork({ at: { observationId: last }, id: `plain ${round}` }),
    },
    Math.max(rounds, 40),
  )
  await saver.end()
  return [
    valueFigure({
      store: 'SQLite',
      what: 'a fork of a LangGraph thread: bytes',
      values: [each],
      shown: bytes,
      most: 2048,
    }),
    comparison({
      ...{ store: 'SQLite', what: 'a fork of a LangGraph thread, beside forkConversation' },
      ...{ times: thread, beside: plain, most: 2 },
    }),
  ]
}
