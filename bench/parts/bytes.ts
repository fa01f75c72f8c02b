import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addition } from '../../scripts/additions.ts'
import { bytesSource } from '../../src/app/fileSource.ts'
import { importTranscript } from '../../src/app/imports/job/importTranscript.ts'
import { openScratch } from '../../src/storage/scratch.ts'
import type { Sizes } from '../amounts.ts'
import { valueFigure } from '../support/figures.ts'
import { storeMany } from '../support/seed.ts'
import type { Subject } from '../support/subject.ts'
import { tableFigures } from '../support/tableBytes.ts'
import { bytes, count, type Figure } from '../support/table.ts'

const turns = 10_000
const weighings = 5
const bars = { turn: 1.9 * 1024 }
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const sessions = [addition('data/claude-code')]

/** Weighs turns of 1 KB, and transcripts of Claude Code beside their own bytes, with what each table takes of them. */
export async function measureBytes(subject: Subject, sizes: Sizes): Promise<Figure[]> {
  return [...(await turnFigures(subject)), ...(await transcriptFigures(subject, sizes.weighedLines))]
}

async function turnFigures({ scope, bytes: size, tables, name, kind }: Subject): Promise<Figure[]> {
  const values: number[] = []
  await storeMany(scope, 'weighed', weighings)
  const from = await tables()
  for (let weighing = 0; weighing < weighings; weighing++) {
    const before = await size()
    const many = turns / weighings
    await storeMany(scope, 'weighed', many, 1, weighings + weighing * many)
    values.push(((await size()) - before) / many)
  }
  const what = `store taken by a turn of 1 KB (of ${count(turns)}, stored a thousand at once)`
  const whole = valueFigure({ store: name, what, values, shown: bytes, most: kind === 'sqlite' ? bars.turn : null })
  return [whole, ...tableFigures(name, 'of a turn of 1 KB', turns, from, await tables())]
}

/** Copies of the transcripts that lie beside the repository, each with ids of its own, until they have so many lines. */
async function transcriptFigures(subject: Subject, lines: number): Promise<Figure[]> {
  const { scope, bytes: size, tables, name } = subject
  const files = sessions.flatMap(filesBelow)
  if (files.length === 0) return []
  const [before, from] = [await size(), await tables()]
  let [stored, given] = [0, 0]
  for (let copy = 0; stored < lines; copy++)
    for (const text of files) {
      const file = Buffer.from(text.replaceAll(uuids, (id) => idOfCopy(id, copy)))
      await importTranscript(scope(), { source: bytesSource(null, file), openScratch })
      stored += text.split('\n').length - 1
      given += file.length
    }
  const what = `store taken by a line of transcripts of Claude Code (${count(lines)} lines), beside the line itself`
  const taken = ((await size()) - before) / stored
  const [product, beside] = [bytes(taken), bytes(given / stored)]
  const whole = {
    what,
    store: name,
    product,
    beside,
    ratio: (taken * stored) / given,
    spread: '',
    bar: '',
    holds: null,
  }
  return [whole, ...tableFigures(name, 'of a line of Claude Code', stored, from, await tables())]
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  return names.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
}

function idOfCopy(id: string, copy: number): string {
  const hex = createHash('md5').update(`${copy} ${id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
