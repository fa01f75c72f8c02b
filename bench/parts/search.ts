import { DatabaseSync } from '@photostructure/sqlite'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { search } from '../../src/app/search/search.ts'
import { storeTurn, storeTurns } from '../../src/app/turns/storeTurns.ts'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { comparison, timeFigure } from '../support/figures.ts'
import { inTurns } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import { turnOf } from '../support/seed.ts'
import type { Subject } from '../support/subject.ts'
import { bytes, type Figure } from '../support/table.ts'
import { temporaryFolder } from '../support/temporary.ts'

const pathLength = 1_000
const bars = { path: 10, bytesAMillion: 60 * 1024 * 1024, append: 1.05 }

/** Searches for a word that half of all turns have, in one path among many; what the index costs, and what it is beside an import. */
export async function measureSearch({ kind, name, environment }: Subject, sizes: Sizes): Promise<Figure[]> {
  const folder = temporaryFolder('search')
  const config = readConfig(kind === 'sqlite' ? { DATA: folder, LOG_LEVEL: 'warn' } : { ...environment })
  const parts = await openParts(config)
  try {
    await storeTalks(parts, 'talk', sizes.searched)
    await caughtUp(parts)
    const size = kind === 'sqlite' ? bytesOf(join(folder, 'search.db')) : null
    return [
      ...(await searchFigures(name, parts, sizes)),
      ...(size === null ? [] : [sizeFigure(name, size, sizes.searched)]),
      ...(await appendFigure(name, config, sizes.appendRounds)),
      await importFigure(name, parts, sizes.searched),
    ]
  } finally {
    await parts.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const common = 'common'
const others =
  'graph keeps every turn that was stored and fork shares its whole past with nothing lost one more word here'.split(
    ' ',
  )

/** Twenty words; every second turn has the common one, every hundredth the medium one. */
function sayingOf(number: number): string {
  const words = Array.from({ length: 17 }, (_, k) => others[(number * 7 + k * 3) % others.length])
  return [...words, `w${number}`, number % 2 === 0 ? common : 'usual', number % 100 === 0 ? 'medium' : 'plain'].join(
    ' ',
  )
}

async function storeTalks({ scope }: OpenParts, name: string, turns: number): Promise<void> {
  for (let begin = 0; begin < turns; begin += pathLength) {
    const conversationId = `${name} ${begin / pathLength}`
    const some = Array.from({ length: Math.min(pathLength, turns - begin) }, (_, k) => ({
      ...turnOf(conversationId, k),
      blocks: [{ type: 'text' as const, text: sayingOf(begin + k) }],
    }))
    await storeTurns(scope(), { turns: some })
  }
}

async function caughtUp({ search: index }: OpenParts): Promise<void> {
  while ((await index.behind()) !== 0) await sleep(50)
}

async function searchFigures(store: string, { scope }: OpenParts, { searchRounds, searched }: Sizes) {
  const within = { conversationId: 'talk 3', onPathOnly: true }
  const asked = {
    common: [common, within],
    medium: ['medium', within],
    anywhere: [common, null],
    rare: ['"w7"', null],
  } as const
  const contenders = Object.fromEntries(
    Object.entries(asked).map(([word, [text, where]]) => [word, () => () => search(scope(), text, where, {})]),
  )
  const times = await inTurns(contenders, searchRounds)
  const among = `among ${searched.toLocaleString('en')} turns`
  const figure = (what: string, word: keyof typeof asked, bar: number | null) =>
    timeFigure(store, what, times[word] ?? [], bar)
  return [
    figure(`search: a common word in a path of 1,000 ${among}`, 'common', store === 'SQLite' ? bars.path : null),
    figure(`search: a rarer word in a path of 1,000 ${among}`, 'medium', null),
    figure(`search: a common word anywhere ${among}`, 'anywhere', null),
    figure(`search: a rare word anywhere ${among}`, 'rare', null),
  ]
}

/** Its log is worked in first. */
function bytesOf(file: string): number {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return statSync(file).size
}

function sizeFigure(store: string, size: number, turns: number): Figure {
  const aMillion = (size / turns) * 1_000_000
  return {
    what: 'search: size of the index, for a million short turns',
    store,
    product: bytes(aMillion),
    beside: `${bytes(size)} for ${turns.toLocaleString('en')}`,
    ratio: null,
    // The same turns make the same file.
    spread: 'none',
    bar: `< ${bytes(bars.bytesAMillion)}`,
    holds: aMillion <= bars.bytesAMillion,
  }
}

/** The same appends to two stores that are empty at first, of which one is followed; only there a thread takes them in meanwhile. */
async function appendFigure(store: string, config: ReturnType<typeof readConfig>, rounds: number): Promise<Figure[]> {
  if (store !== 'SQLite') return []
  const folders = [temporaryFolder('followed'), temporaryFolder('unfollowed')]
  const [followed, alone] = await Promise.all(folders.map((data) => openParts({ ...config, data })))
  try {
    if (followed === undefined || alone === undefined) throw new Error('Two stores are compared.')
    followed.search.follow()
    const appends = ({ scope }: OpenParts) => {
      return (round: number) => {
        const turn = turnOf('c', round)
        return () => storeTurn(scope(), turn)
      }
    }
    const times = await inTurns({ followed: appends(followed), alone: appends(alone) }, rounds)
    const what = 'search: an append with the follower, beside one without'
    return [comparison({ store, what, times: times.followed, beside: times.alone, most: bars.append })]
  } finally {
    await Promise.all([followed?.close(), alone?.close()])
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Searches while as many turns are stored again. */
async function importFigure(store: string, parts: OpenParts, turns: number): Promise<Figure> {
  const state = { isOver: false }
  const importing = storeTalks(parts, 'import', turns).finally(() => (state.isOver = true))
  const [times, behind]: [number[], number[]] = [[], []]
  while (!state.isOver) {
    const begin = performance.now()
    const page = await search(parts.scope(), 'medium', null, {})
    times.push(performance.now() - begin)
    behind.push(page.behind ?? -1)
    await sleep(20)
  }
  await importing
  const most = `most behind: ${Math.max(...behind).toLocaleString('en')}`
  const what = `search: beside an import of ${turns.toLocaleString('en')} turns, the median`
  return { ...timeFigure(store, what, times, null), beside: most }
}
