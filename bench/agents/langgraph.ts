import { join } from 'node:path'
import { TurngraphSaver } from '../../src/adapters/langgraph/index.ts'
import { connect } from '../../src/client/client.ts'
import type { Amounts } from '../agents.ts'
import { comparison, timeFigure } from '../support/figures.ts'
import { folderBytes } from '../support/folderBytes.ts'
import { inTurns, timed } from '../support/measure.ts'
import { startServer } from '../support/server.ts'
import type { Figure } from '../support/table.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { listedIn, turnsOn } from './graph.ts'
import { openSqliteSaver } from './sqliteSaver.ts'

const thread = 't'
const of = (id: string) => ({ configurable: { thread_id: id } })
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** A thread of many turns: its size, a turn at its end, its state and the list of its checkpoints, beside LangGraph's own saver. */
export async function measureLangGraph({ turns, rounds }: Amounts): Promise<Figure[]> {
  const folder = temporaryFolder('langgraph')
  const data = join(folder, 'turngraph')
  const embedded = await TurngraphSaver.connect({ data })
  const theirs = await openSqliteSaver(join(folder, 'theirs.db'))
  const [ourTurn, theirTurn] = [turnsOn(embedded, thread), theirs && turnsOn(theirs, thread)]
  for (let turn = 0; turn < turns; turn++) {
    await ourTurn()
    await theirTurn?.()
  }
  const name = `LangGraph, ${turns} turns of 2 x 1 KB`
  // What is in the log alone is worked into the file when it is closed.
  await embedded.end()
  const size = folderBytes(data)
  const other = theirs ? folderBytes(folder) - size : null
  const figures: Figure[] = [
    {
      what: `${name}: whole store`,
      store: 'SQLite',
      product: megabytes(size),
      beside: other === null ? '' : megabytes(other),
      ratio: other === null ? null : size / other,
      spread: '',
      bar: 'at most 8 MB',
      holds: size <= 8e6,
    },
  ]
  const saver = await TurngraphSaver.connect({ data })
  const listing = await timed(() => listedIn(saver, thread))
  figures.push(timeFigure('SQLite', `${name}: listing its ${turns * 3} checkpoints`, [listing], 3000))
  if (theirs) figures.push(...(await besideTheirs({ saver, theirs, rounds, turns })))
  await saver.end()
  if (theirs) figures.push(await byUrl(data, theirs, rounds, turns))
  return figures
}

type Theirs = NonNullable<Awaited<ReturnType<typeof openSqliteSaver>>>

async function besideTheirs(given: { saver: TurngraphSaver; theirs: Theirs; rounds: number; turns: number }) {
  const { saver, theirs, rounds, turns } = given
  const state = await inTurns(
    { ours: () => () => saver.getTuple(of(thread)), theirs: () => () => theirs.getTuple(of(thread)) },
    rounds,
  )
  const told = [turnsOn(saver, thread, turns), turnsOn(theirs, thread, turns)] as const
  const turn = await inTurns({ ours: () => told[0], theirs: () => told[1] }, rounds)
  const compared = { store: 'SQLite', most: 1.5 }
  return [
    comparison({
      ...compared,
      what: `state of ${turns * 2} messages, in process`,
      times: state.ours,
      beside: state.theirs,
    }),
    comparison({ ...compared, what: `a turn at ${turns} turns, in process`, times: turn.ours, beside: turn.theirs }),
  ]
}

async function byUrl(data: string, theirs: Theirs, rounds: number, turns: number): Promise<Figure> {
  const server = await startServer({ DATA: data })
  const client = await connect({ url: server.url })
  try {
    const saver = await TurngraphSaver.connect({ client })
    const { ours, beside } = await inTurns(
      { ours: () => () => saver.getTuple(of(thread)), beside: () => () => theirs.getTuple(of(thread)) },
      rounds,
    )
    const what = `state of ${turns * 2} messages, by URL`
    return comparison({ store: 'SQLite', what, times: ours, beside, most: 2.5 })
  } finally {
    await client.close()
    await server.stop()
  }
}
