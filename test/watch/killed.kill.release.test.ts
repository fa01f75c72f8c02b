// Takes long: a watcher is killed again and again, and each start opens the store anew.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { addition } from '../../scripts/additions.ts'
import { fileSource } from '../../src/app/fileSource.ts'
import { importName } from '../../src/app/imports/sources/recognisedFile.ts'
import { filesBelow } from '../../src/cli/files/importPaths.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { startWatch } from '../faults/support/processes.ts'
import { batching, inTurn, killing, type Writer } from '../support/agentWriters.ts'
import { randomFrom, type Random } from '../support/random.ts'
import { longOr, roundsOr, seedsOfRun } from '../support/rounds.ts'
import { noSharedFiles, realFiles } from '../support/sharedFiles.ts'
import { imprint } from '../support/transcripts.ts'
import { homeFolder, importInto } from '../support/watched.ts'
import { pause } from '../support/waitFor.ts'

const kills = roundsOr(longOr(200, 10))
const made = (folder: string): Buffer[] => {
  const path = addition('data-more', folder)
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  return names.sort().map((name) => readFileSync(join(path, name)))
}

/** Agents at work in a home folder: one that writes batches, ones that write lines, and one that is killed in the middle of some. */
function writersIn(home: string, random: Random): Writer[] {
  const session =
    realFiles('claude-code').find(({ name }) => name.includes('ac-full-session-two'))?.bytes ?? Buffer.of()
  const project = join(home, '.claude/projects/-w')
  return [
    batching(join(project, 'a.jsonl'), session, 3),
    killing(
      join(project, 'b.jsonl'),
      Buffer.from(
        session
          .toString()
          .replaceAll(/"sessionId":"[^"]+"/g, '"sessionId":"b"')
          .replaceAll(/"(uuid|parentUuid|leafUuid)":"/g, '"$1":"b'),
      ),
      random,
    ),
    // A fork of Codex names lines of its source, which are there when it is made.
    inTurn(
      made('codex-made').map((bytes, at) =>
        batching(join(home, `.codex/sessions/2026/11/25/rollout-${at}.jsonl`), bytes, 1),
      ),
    ),
    // pi writes a fork at once, with all that it has of its source.
    inTurn(
      made('pi-made').map((bytes, at) =>
        batching(join(home, `.pi/agent/sessions/--w--/${at}.jsonl`), bytes, at === 0 ? 1 : 1_000),
      ),
    ),
  ]
}

it(
  'a watcher that is killed while agents write makes the trees of one that was not',
  { skip: noSharedFiles },
  async () => {
    const [seed = 1] = seedsOfRun(1)
    const random = randomFrom(seed)
    const [home, DATA, plainData] = [homeFolder(), homeFolder(), homeFolder()]
    for (const folder of ['.claude/projects', '.codex/sessions', '.pi/agent/sessions'])
      mkdirSync(join(home, folder), { recursive: true })
    const env = { HOME: home, DATA }
    const writers = writersIn(home, random)
    const perKill = Math.ceil(300 / kills)
    for (let kill = 0; kill < kills; kill++) {
      const watch = startWatch(env)
      // From the moment at which it opens the store to long after it has caught up.
      await Promise.race([watch.settled, pause(random.below(3_000), 'a kill comes at any moment')])
      for (let step = 0; step < perKill; step++) {
        random.pick(writers).next()
        if (step % 4 === 0) await pause(random.below(200), 'agents write now and then')
      }
      await watch.kill9()
    }
    for (const writer of writers) for (const _ of writer) continue
    const last = startWatch(env)
    await last.settled
    const { stderr } = await last.stop()
    assert.doesNotMatch(stderr, /INTERNAL|refused|cannot/)
    const found = await openParts(readConfig({ DATA, LOG_LEVEL: 'silent' }))
    const plain = await openParts(readConfig({ DATA: plainData, LOG_LEVEL: 'silent' }))
    const ids = new Set<string>()
    for (const { path } of (await filesBelow([home])).files)
      for (const id of (await importInto(plain.scope)(fileSource(path, importName(path)))).conversationIds) ids.add(id)
    assert.ok(ids.size >= 5)
    for (const id of ids) {
      const [one, other] = [await imprint(found.scope(), id), await imprint(plain.scope(), id)]
      const tree = (all: unknown) => ({ ...(all as object), raw: null, activityAt: null })
      assert.deepEqual(tree(one), tree(other), `${id}, seed ${seed}`)
    }
    await Promise.all([found.close(), plain.close()])
  },
)
