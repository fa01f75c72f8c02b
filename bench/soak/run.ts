import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/root.ts'
import { randomFrom } from '../../test/support/random.ts'
import { startSoakFleet, type SoakFleet } from './fleet.ts'
import { openGround, type Ground } from './ground.ts'
import { seed, startLoad } from './load.ts'
import * as operations from './operations.ts'
import type { Soak } from './operations.ts'
import type { SoakOptions } from './options.ts'
import { countRequests, passing } from './requests.ts'
import { descriptorsOf, lineOf, type Line } from './sample.ts'
import { newTalk } from './talks.ts'
import { verdictsOf, type Outcome, type Verdict } from './verdicts.ts'

/** A checkpoint begins at 16,000 pages of 4 KiB, and waits for readers that began before. */
const walLimit = 2 * 16_000 * 4_096
/** How long after a start the figures of requests are those of a process that is still being compiled. */
const warmMs = 10_000
const restMs = 90_000

/** Runs a soak, writes its lines, and returns its verdicts. */
export async function runSoak(options: SoakOptions, write: (line: object) => void): Promise<Verdict[]> {
  const ground = await openGround(options)
  try {
    const fleet = await startSoakFleet(ground, options.servers, randomFrom(options.seed + 1))
    const outcome = await soaked(options, ground, fleet, write)
    const verify = await verified(ground)
    return verdictsOf({ ...outcome, verify, walLimit: options.store === 'sqlite' ? walLimit : null })
  } finally {
    await ground.close()
  }
}

async function soaked(
  options: SoakOptions,
  ground: Ground,
  fleet: SoakFleet,
  write: (line: object) => void,
): Promise<Omit<Outcome, 'verify' | 'walLimit'>> {
  const requests = countRequests()
  const soak: Soak = {
    ...{ url: fleet.url, random: randomFrom(options.seed), requests },
    ...{ talks: [], findings: { lost: [], doubled: [] } },
  }
  await warmUp(soak, fleet)
  if (options.load === 'steady') await seed(soak, options)
  const before = await restOf(fleet, ground, null)
  requests.take()
  const began = performance.now()
  const state = { kills: 0, isOver: false }
  const load = startLoad(soak, options)
  const lines: Line[] = []
  const end = began + options.seconds * 1000
  const sample = async () => {
    const line = await lineOf(ground, fleet, requests, { began, kills: state.kills })
    lines.push(line)
    write(line)
  }
  const sampling = writeLines(end, options.every, sample)
  await Promise.race([Promise.all([sampling, strike(soak, { options, ground, fleet, state, end })]), load.failed])
  await load.stop()
  await sample()
  for (const talk of soak.talks) await operations.check(soak, talk, true)
  const after = await restOf(fleet, ground, Math.max(...before))
  await fleet.stop()
  return { lines, ...soak.findings, unexpected: unexpectedOf(lines), descriptors: { before, after } }
}

/** Has each server do each kind of thing once, so that what a process opens once is open. */
async function warmUp(soak: Soak, fleet: SoakFleet): Promise<void> {
  for (const { url } of fleet.running()) {
    const one: Soak = { ...soak, url: () => url }
    const talk = newTalk('warm-0')
    for (let n = 0; n < 3; n++) await operations.store(one, talk.id, 'warm', n)
    await operations.readLast(one, { ...talk, acknowledged: new Map([['warm', 3]]) })
    for (let n = 0; n < 8; n++)
      await Promise.all([operations.list(one), operations.search(one), operations.readPage(one, talk.id, 2)])
    await operations.follow(one, talk.id)
    await operations.cutUpload(one)
    await operations.importTranscript(one, 'warm-import', 2)
    await operations.backup(one)
  }
}

async function writeLines(end: number, every: number, line: () => Promise<void>): Promise<void> {
  for (let due = performance.now() + every * 1000; due <= end + 1; due += every * 1000) {
    await sleep(Math.max(0, due - performance.now()))
    await line()
  }
}

interface Strikes {
  readonly options: SoakOptions
  readonly ground: Ground
  readonly fleet: SoakFleet
  readonly state: { kills: number }
  readonly end: number
}

/** Kills at moments that the seed draws, one in each equal part of the time, and looks for what was acknowledged. */
async function strike(soak: Soak, { options, ground, fleet, state, end }: Strikes): Promise<void> {
  const random = randomFrom(options.seed + 2)
  const began = performance.now()
  const part = (end - began) / Math.max(1, options.kills)
  const { killDatabase } = ground
  while (state.kills < options.kills) {
    // Late in its part none would be over before the end.
    const moment = began + part * (state.kills + 0.1 + random.below(600) / 1000)
    await sleep(Math.max(0, moment - performance.now()))
    soak.requests.setDisturbed(true)
    if (killDatabase && state.kills % 2 === 1) await killDatabase()
    else await fleet.kill()
    state.kills++
    await findAcknowledged(soak, random.below(1000))
    await sleep(Math.min(warmMs, part / 4))
    soak.requests.setDisturbed(false)
  }
}

const sampled = 40

/** Reads the newest turns of the talks that are being written, and some others whole. */
async function findAcknowledged(soak: Soak, from: number): Promise<void> {
  const { talks } = soak
  for (const talk of talks.slice(-sampled)) await operations.checkNewest(soak, talk)
  const older = talks.slice(0, -sampled)
  const step = Math.max(1, Math.floor(older.length / sampled))
  for (let place = from % step; place < older.length; place += step) {
    const talk = older[place]
    if (talk) await operations.check(soak, talk, talk.pending.size === 0)
  }
}

/** Returns how many descriptors each server has at rest: once they are as few as they were, or after a while. */
async function restOf(fleet: SoakFleet, ground: Ground, known: number | null): Promise<number[]> {
  const read = () => fleet.running().map(({ pid }) => descriptorsOf(pid, ground.port).descriptors)
  // Connections that a client keeps are closed by then.
  await sleep(8_000)
  const end = performance.now() + restMs
  while (known !== null && read().some((count) => count > known) && performance.now() < end) await sleep(1_000)
  return read()
}

function unexpectedOf(lines: readonly Line[]): Record<string, number> {
  const found: Record<string, number> = {}
  const isStruck = lines.some(({ kills }) => kills > 0)
  for (const { errors } of lines)
    for (const [code, times] of Object.entries(errors))
      if (!isStruck || !passing.has(code)) found[code] = (found[code] ?? 0) + times
  return found
}

/** Runs `turngraph verify` on the store that is left. */
async function verified({ environment }: Ground): Promise<Outcome['verify']> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment }
  const child = spawn(process.execPath, [join(root, 'bin/turngraph.js'), 'verify'], { env, cwd: environment['TMPDIR'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (text += piece.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, text }
}
