// Takes long: each family of files in every order, each in a store of its own.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { it } from 'node:test'
import { exportConversation } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { headOf } from '../../../src/app/read/paths.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { usageOf } from '../../../src/app/transcripts/usage.ts'
import { addition, whyWithout } from '../../../scripts/additions.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { copiedLines, forkOfFork, unanswered, type Transcript } from '../../support/copiedSessions.ts'
import { aiStudioBranches, openCodeForks, qwenAgents, qwenBranches, qwenSession } from '../../support/madeFamilies.ts'
import { madeRollouts, rolloutFork, rolloutForkOfFork, rolloutSource } from '../../support/madeRollouts.ts'
import { imports } from '../../support/transcripts.ts'

const reports = addition('reports/fork-copies')
const made = addition('data-more')
const without = whyWithout('reports/fork-copies', 'data-more')

interface Family {
  readonly name: string
  readonly files: readonly Transcript[]
  /** Sources by their forks, which hold in each order. */
  readonly forks: Readonly<Record<string, string>>
}
const file = (folder: string, part: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.includes(part) && name.endsWith('.jsonl'))
        .sort()
        .map((name) => ({ name: basename(name), bytes: readFileSync(join(folder, name)) }))
    : []
const codex = (end: string) => `01a0960f-0000-7000-8000-000000000${end}`
const claude = (end: string) => `5e5${end}-0000-4000-8000-000000000000`
const madeCodex = [
  '01a2102d-7589-78d1-a084-470d16ecf7d1',
  '01a2102d-7739-7610-82ac-5345a857afd4',
  '01a2102d-77e4-7273-a80a-e68c1c5be23e',
] as const

const session = [
  'f94e514d-ae53-4a6d-8b3f-e69e0b625d0e',
  '956fca38-a7f1-4570-8d91-00f08b135550',
  '00f0f0f0-0000-4000-8000-000000000000',
] as const
const copied = session.slice(0, 2).flatMap((id) => file(join(made, 'claude-code-made/-home-me-work'), id))

const families: readonly Family[] = [
  {
    name: 'a fork of Codex that repeats its source',
    files: file(reports, 'cx-fork'),
    forks: { [codex('021')]: codex('020') },
  },
  {
    name: 'a fork of Codex that names its past',
    files: file(reports, 'cx-base'),
    forks: { [codex('111')]: codex('110') },
  },
  { name: 'a sub-agent of Codex', files: file(reports, 'cx-sub'), forks: {} },
  { name: 'pages of one thread', files: file(reports, 'rollout'), forks: {} },
  { name: 'a fork of the Agent SDK', files: file(reports, 'cc-sdk'), forks: { [claude('50021')]: claude('50020') } },
  {
    name: 'a fork in which nothing was said',
    files: file(reports, 'cc-bare'),
    forks: { [claude('50121')]: claude('50120') },
  },
  {
    name: 'a fork of a fork that Codex wrote',
    files: file(join(made, 'codex-made'), 'rollout'),
    forks: { [madeCodex[1]]: madeCodex[0], [madeCodex[2]]: madeCodex[1] },
  },
  {
    name: 'a fork of a fork of Codex that name their past',
    files: madeRollouts,
    forks: { [rolloutFork]: rolloutSource, [rolloutForkOfFork]: rolloutFork },
  },
  { name: 'a fork that pi wrote', files: file(join(made, 'pi-made'), ''), forks: {} },
  { name: 'a fork of Claude Code that copies its source', files: copied, forks: { [session[1]]: session[0] } },
  { name: 'a fork of Claude Code at a prompt', files: unanswered(copied), forks: { [session[1]]: session[0] } },
  {
    name: 'a fork of Claude Code that has nothing of its own',
    files: copiedLines(copied),
    forks: { [session[1]]: session[0] },
  },
  {
    name: 'a fork of a fork of Claude Code',
    files: forkOfFork(copied, session[2]),
    forks: { [session[1]]: session[0], [session[2]]: session[1] },
  },
  { name: 'a fork of OpenCode', files: openCodeForks, forks: { ses_b: 'ses_a' } },
  { name: 'a branch of Qwen Code', files: qwenBranches, forks: { [qwenSession(2)]: qwenSession(1) } },
  { name: 'a session that one of Qwen Code started', files: qwenAgents, forks: {} },
  { name: 'branches of branches of AI Studio', files: aiStudioBranches, forks: {} },
]

let count = 0

async function originalOf(scope: Scope, conversationId: string): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of exportConversation(scope, { conversationId, format: 'ORIGINAL' }))
    pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  return Buffer.concat(pieces).toString()
}

/** What is the same whatever came first. */
async function familyAt(scope: Scope, files: readonly Transcript[]): Promise<Record<string, unknown>> {
  const ids = new Set<string>()
  for (const { name, bytes } of files) {
    const { conversations } = await imports(scope, bytes, { fileName: name })
    for (const { id } of conversations) ids.add(id)
  }
  const found: Record<string, unknown> = {}
  for (const id of [...ids].sort()) {
    scope.reads.clear()
    const conversation = await scope.reads.conversation(id)
    assert.ok(conversation)
    const head = await headOf(scope, conversation)
    const { forkedFrom, sidechainOf, turnCount } = conversation
    const { conversationId: source, turn: at } = forkedFrom ?? {}
    // Copies of what came before its past are of no usage on their path: each answer counts once in the tree.
    const { unpriced, ...tree } = await usageOf(scope, conversation, 'TREE')
    found[id] = {
      head: head?.place.pathHash,
      turnCount,
      sidechainOf,
      source,
      at,
      tree,
      unpriced: (await unpriced()).map((one) => JSON.stringify(one)).sort(),
    }
    const { damage, findings } = await integrity(scope, id)
    assert.equal(damage, 0, `${namesOf(files)}: ${JSON.stringify(findings)}`)
  }
  return found
}

/** Without what answers took: where a file is cut in one, that is never known (docs/design/imports.md). */
const placesOf = (family: Record<string, unknown>) =>
  Object.entries(family).map(([id, found]) => ({ id, ...(found as object), tree: null, unpriced: null }))

const namesOf = (files: readonly Transcript[]) => files.map(({ name }) => name).join(', then ')

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((one, i) => ordersOf(items.toSpliced(i, 1)).map((rest) => [one, ...rest]))
}

await onEveryStore('files of one family', (on: TestStore) => {
  for (const { name, files, forks } of families)
    it(`are the same tree in any order: ${name}`, { skip: files.length < 2 && without, timeout: 120_000 }, async () => {
      let first: Record<string, unknown> | null = null
      for (const order of ordersOf(files)) {
        const scope = on.scope({ tenant: `families-${++count}` })
        const family = await familyAt(scope, order)
        first ??= family
        assert.deepEqual(family, first, namesOf(order))
        for (const [fork, source] of Object.entries(forks))
          assert.equal((family[fork] as { source?: string } | undefined)?.source, source)
        for (const { name: fileName, bytes } of order) {
          const { report, conversations } = await imports(scope, bytes, { fileName })
          assert.equal(report.added, 0, `${fileName} again`)
          const [own] = conversations
          if (own && fileName.startsWith(own.id)) assert.equal(await originalOf(scope, own.id), bytes.toString())
        }
      }
    })

  const byReference = [madeRollouts, file(reports, 'cx-base'), file(join(made, 'codex-made'), 'rollout')]
  it('are the same tree where a source was being written when its fork came', async () => {
    for (const files of byReference.filter(({ length }) => length > 0)) {
      const isFork = ({ bytes }: Transcript) => bytes.toString().includes('"history_base"')
      const [source, fork] = [files.find((one) => !isFork(one)), files.find(isFork)]
      assert.ok(source && fork)
      const whole = await familyAt(on.scope({ tenant: `families-${++count}` }), [source, fork])
      const lines = source.bytes.toString().match(/[^\n]*\n/g) ?? []
      for (let cut = 1; cut < lines.length; cut += Math.ceil(lines.length / 12)) {
        const begun = { ...source, bytes: Buffer.from(lines.slice(0, cut).join('')) }
        const family = await familyAt(on.scope({ tenant: `families-${++count}` }), [begun, fork, source])
        assert.deepEqual(placesOf(family), placesOf(whole), `${cut} of ${lines.length} lines`)
      }
    }
  })
})
