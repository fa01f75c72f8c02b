import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ImportReport } from '../../../src/app/imports/job/importTranscript.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { formatNamed } from '../../../src/formats/index.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { formatOfFolder, noSharedFiles, realFiles, type Facts, type RealFile } from '../../support/sharedFiles.ts'
import { imports, imprint } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `real-${++count}` })

const sum = (values: readonly (number | undefined)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0)
const total = ({ per_conversation: each, ...facts }: Facts, name: string) =>
  each ? sum(each.map((one) => one[name])) : (facts[name] as number | undefined)

/** What facts.json says of a file, in the words of a report. */
const expected: Readonly<Record<string, (facts: Facts) => Partial<ImportReport>>> = {
  codex: (facts) => ({
    entries: facts['entries'] as number,
    nodes: sum(Object.values(facts['response_items'] as Record<string, number>)),
    unansweredToolCalls: facts['unanswered_calls'] as number,
    orphanToolResults: facts['orphan_results'] as number,
  }),
  'gemini-cli': (facts) => ({
    entries: facts['entries'] as number,
    nodes: facts['nodes'] as number,
    unansweredToolCalls: facts['tool_calls_without_result'] as number,
  }),
  pi: (facts) => ({
    entries: facts['entries'] as number,
    nodes: (facts['nodes'] as number | undefined) ?? (facts['entries'] as number) - 1,
    unansweredToolCalls: facts['unanswered_calls'] as number,
    orphanToolResults: facts['orphan_results'] as number,
  }),
  chatgpt: treeCounts,
  oasst: (facts) => ({ entries: facts['entries'] as number, ...treeCounts(facts) }),
  librechat: treeCounts,
  'open-webui': treeCounts,
  acp: (facts) => ({ entries: facts['entries'] as number }),
  // Its folder holds conversations without a message too, which have no root.
  'claude-ai': (facts) => ({
    nodes: total(facts, 'messages') ?? 0,
    entries: facts['messages'] as number,
    roots: (facts['conversations'] as number) - (facts['empty_conversations'] as number),
    branchPoints: 0,
  }),
  // The head is an answer to the first prompt in its last form: two nodes of eleven.
  deepseek: (facts) => ({ ...treeCounts(facts), reachable: 2 / (facts['nodes'] as number) }),
  grok: treeCounts,
  'qwen-code': (facts) => ({
    entries: facts['entries'] as number,
    ...treeCounts(facts),
    unansweredToolCalls: 0,
    orphanToolResults: 0,
    findings: [],
  }),
  // Thoughts and text of one answer are one turn.
  'ai-studio': (facts) => ({ nodes: (facts['chunks'] as number) - (facts['thoughts'] as number), roots: 1, leaves: 1 }),
  'copilot-cli': (facts) => ({
    entries: facts['entries'] as number,
    ...treeCounts(facts),
    unansweredToolCalls: facts['unanswered_calls'] as number,
    orphanToolResults: 0,
    emptyTurns: 0,
  }),
  // A prompt and an answer of four rounds, whose further steps and results are parts of it.
  'copilot-chat': (facts) => ({
    nodes: 2 * (facts['requests'] as number),
    roots: 1,
    leaves: 1,
    unansweredToolCalls: 0,
    orphanToolResults: 0,
    findings: [],
  }),
  goose: (facts) => ({
    nodes: facts['messages'] as number,
    roots: 1,
    leaves: 1,
    unansweredToolCalls: 0,
    orphanToolResults: 0,
    findings: [],
  }),
  iflow: (facts) => ({
    entries: facts['entries'] as number,
    nodes: facts['nodes'] as number,
    roots: 1,
    leaves: 1,
    branchPoints: 0,
    unansweredToolCalls: 0,
    orphanToolResults: 0,
    findings: [],
  }),
  sharegpt: (facts) => ({
    entries: facts['turns'] as number,
    nodes: facts['turns'] as number,
    roots: facts['conversations'] as number,
  }),
  'openai-messages': (facts) => ({
    entries: facts['messages'] as number,
    nodes: facts['messages'] as number,
    roots: facts['conversations'] as number,
    unansweredToolCalls: (facts['openai_tool_calls'] as Record<string, number>)['unanswered_calls'] ?? 0,
    orphanToolResults: (facts['openai_tool_calls'] as Record<string, number>)['orphan_results'] ?? 0,
  }),
}

function treeCounts(facts: Facts): Partial<ImportReport> {
  const of = (name: string) => total(facts, name) ?? 0
  return {
    nodes: of('nodes'),
    roots: of('roots'),
    leaves: of('leaves'),
    branchPoints: of('branch_points'),
    danglingParents: of('dangling_parents'),
  }
}

async function sound(scope: Scope, ids: readonly string[]): Promise<void> {
  scope.reads.clear()
  for (const id of ids) {
    const { damage, findings } = await integrity(scope, id)
    assert.equal(damage, 0, JSON.stringify(findings))
  }
}

function counts({ name, folder, facts }: RealFile, report: ImportReport): void {
  const facts_ = expected[folder]?.(facts) ?? {}
  const found = Object.fromEntries(Object.keys(facts_).map((key) => [key, report[key as keyof ImportReport]]))
  assert.deepEqual(found, facts_, name)
  const reachable = facts_.reachable ?? 1
  assert.deepEqual([report.skipped, report.reachable, report.added, report.unchanged], [0, reachable, report.nodes, 0])
}

await onEveryStore('importing real files', (on) => {
  describe('of other formats', { skip: noSharedFiles }, () => {
    for (const file of realFiles(...Object.keys(expected))) {
      const format = formatOfFolder[file.folder] ?? ''
      if (!formatNamed(format)) continue
      it(`counts ${file.name} as it is known, and again adds nothing`, async () => {
        const scope = alone(on)
        const { report, conversations } = await imports(scope, file.bytes, { fileName: file.name })
        const ids = conversations.map(({ id }) => id)
        assert.equal(report.format, format)
        counts(file, report)
        await sound(scope, ids.slice(0, 10))
        const before = await Promise.all(ids.slice(0, 10).map((id) => imprint(scope, id)))
        const again = await imports(scope, file.bytes, { fileName: file.name })
        assert.deepEqual([again.report.added, again.report.unchanged], [0, report.nodes])
        assert.deepEqual(await Promise.all(ids.slice(0, 10).map((id) => imprint(scope, id))), before)
      })
    }
  })
})
