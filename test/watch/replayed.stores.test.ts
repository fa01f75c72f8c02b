import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { addition } from '../../scripts/additions.ts'
import type { Scope } from '../../src/app/scope.ts'
import { fileSource } from '../../src/app/fileSource.ts'
import { importName } from '../../src/app/imports/sources/recognisedFile.ts'
import { filesBelow } from '../../src/cli/files/importPaths.ts'
import {
  atOnce,
  batching,
  inTurn,
  killing,
  replacing,
  rewriting,
  statesOf,
  type Writer,
} from '../support/agentWriters.ts'
import { randomFrom } from '../support/random.ts'
import { onEveryStore, type TestStore } from '../support/scopes.ts'
import { noSharedFiles, realFiles, type RealFile } from '../support/sharedFiles.ts'
import { imprint } from '../support/transcripts.ts'
import { homeFolder, importInto, watched } from '../support/watched.ts'
import { pause } from '../support/waitFor.ts'

const one = (folder: string, part: string): RealFile =>
  realFiles(folder).find(({ name }) => name.includes(part)) ?? assert.fail(`There is no ${part} in ${folder}.`)

interface Replay {
  readonly name: string
  readonly writer: (home: string) => Writer
}

interface Made {
  readonly path: string
  readonly bytes: Buffer
}

/** Sessions that an agent has made for us, forks among them, in the order in which it wrote them. */
function made(folder: string): Made[] {
  const from = addition('data-more', folder)
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  return names.sort().map((path) => ({ path, bytes: readFileSync(join(from, path)) }))
}

const project = '.claude/projects/-home-me-work'
const replays: readonly Replay[] = [
  {
    name: 'a session of Claude Code with a compaction, in batches of lines',
    writer: (home) => batching(join(home, project, 'c.jsonl'), one('claude-code', 'ac-full-session-two').bytes),
  },
  {
    name: 'a session of Gemini CLI that is written anew each time',
    writer: (home) =>
      rewriting(join(home, '.gemini/tmp/h/chats/session-1.json'), statesOf(one('gemini-cli', '359abdd0').bytes)),
  },
  {
    name: 'a session of Gemini CLI that is put in place each time',
    writer: (home) =>
      replacing(join(home, '.gemini/tmp/h/chats/session-2.json'), statesOf(one('gemini-cli', '453aa339').bytes)),
  },
  {
    name: 'a session of Codex line by line',
    writer: (home) =>
      inTurn(
        made('codex-made')
          .slice(0, 1)
          .map(({ path, bytes }) => batching(join(home, '.codex/sessions', path), bytes, 1)),
      ),
  },
  {
    name: 'a session of pi message by message, beside one of Claude Code, and its fork, which is written at once',
    writer: (home) => {
      const of = ({ path, bytes }: Made, size: number) => batching(join(home, '.pi/agent/sessions', path), bytes, size)
      const [session, ...forks] = made('pi-made')
      const beside = batching(join(home, project, 'p.jsonl'), one('claude-code', 'ac-full-session-two').bytes)
      const begun = session === undefined ? [beside] : [of(session, 1), beside]
      return inTurn([atOnce(begun), ...forks.map((fork) => of(fork, 1_000))])
    },
  },
  {
    name: 'a session of Claude Code whose program is killed in the middle of lines',
    writer: (home) =>
      killing(join(home, project, 'k.jsonl'), one('claude-code', 'ac-full-session-two').bytes, randomFrom(7)),
  },
]

let count = 0

await onEveryStore('sessions that are written while they are watched', (on: TestStore) => {
  for (const { name, writer } of replays)
    it(`are what an import of the whole makes: ${name}`, { skip: noSharedFiles, timeout: 120_000 }, async () => {
      const home = homeFolder()
      const [tenant, plain] = [`replayed-${++count}`, `plain-${count}`]
      const scope = () => on.scope({ tenant })
      // The folders of an agent that has run before are there.
      for (const folder of ['.claude/projects', '.codex/sessions', '.gemini/tmp', '.pi/agent/sessions'])
        mkdirSync(join(home, folder), { recursive: true })
      const watch = watched(home, importInto(scope))
      await watch.watching.settled
      let steps = 0
      for (const _ of writer(home)) if (++steps % 5 === 0) await pause(1, 'the watcher comes in between')
      const { files } = await filesBelow([home])
      const ids = new Set<string>()
      for (const { path } of files) {
        const { conversationIds } = await importInto(() => on.scope({ tenant: plain }))(
          fileSource(path, importName(path)),
        )
        for (const id of conversationIds) ids.add(id)
      }
      const same = async (id: string) =>
        isDeepStrictEqual(await treeOf(scope(), id), await treeOf(on.scope({ tenant: plain }), id))
      for (const id of ids) await watch.until(() => same(id))
      await watch.close()
      assert.deepEqual(watch.failures, [])
      for (const id of ids) assert.deepEqual(await treeOf(scope(), id), await treeOf(on.scope({ tenant: plain }), id))
    })
})

/** The tree of a conversation; a file that was written anew leaves its earlier states beside the last one. */
async function treeOf(scope: Scope, id: string): Promise<unknown> {
  const all = (await imprint(scope, id)) as { readonly raw: unknown } | null
  return all && { ...all, raw: null }
}
