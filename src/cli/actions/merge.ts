import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { InvalidArgumentError, Option } from 'commander'
import {
  MergeBranches,
  type GateOver,
  type MergeBranchesMutation,
  type MergeInput,
  type MergeStrategy,
} from '../../client/documents/generated.ts'
import type { Json } from '../../domain/model.ts'
import { byIds } from '../ids/wholeIds.ts'
import { backSentence, undoBack } from '../verbs/back.ts'
import { withGraph, type CommonOptions } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'

interface MergeOptions extends CommonOptions {
  readonly strategy: string
  readonly gate?: string
  readonly schema?: Json
  readonly over: string
  readonly turn?: readonly string[]
  readonly reviewer?: string
  readonly note?: string
}
const strategies = ['evidence', 'cherry-pick', 'insights'] as const

/** Adds `merge INTO FROM…`: evidence, named turns or insights of branches, on a join with all of them for parents. */
export function addMerge({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'merge <into> <from...>',
    'merge evidence, turns or insights of branches',
    'turngraph merge main try-b try-c --gate unit\nturngraph merge main try-b --strategy cherry-pick --turn try-b:t7 try-b:t8',
  )
    .addOption(
      new Option('--strategy <name>', 'what to take from the branches').choices(strategies).default('evidence'),
    )
    .addOption(new Option('--gate <name>', 'the command of GATES that judges evidence').conflicts('schema'))
    .option('--schema <file>', 'the JSON Schema that evidence must meet', schemaIn)
    .addOption(
      new Option('--over <what>', 'each: judge each artifact alone; union: then judge what passed together')
        .choices(['each', 'union'])
        .default('each'),
    )
    .option('--turn <id...>', 'the messages to pick, tool calls with their results')
    .option('--reviewer <name>', 'who reviewed it')
    .option('--note <text>', 'a remark for the ledger')
    .action(async (into: string, from: string[], options: MergeOptions) => {
      const run = withGraph(terminal, options, { writes: false }, async ({ graph, say }) => {
        const request = parametersOf(options)
        const merged = await byIds(graph, [into, ...from], async ([whole = '', ...others]) =>
          mergedOf(
            await graph.query(MergeBranches, { input: { into: whole, from: others, ...request } }),
            whole,
            options,
          ),
        )
        await say(textOf(merged))
        return { document: merged, ok: merged.joinId !== null }
      })
      ended(await run)
    })
}

function parametersOf(options: MergeOptions): Omit<MergeInput, 'into' | 'from'> {
  const { strategy, gate, schema, over, turn, reviewer, note } = options
  const judge = schema !== undefined ? { jsonSchema: schema } : gate !== undefined ? { command: gate } : null
  return {
    // With a key the client may send it again where no answer came.
    ...{ gate: judge, idempotencyKey: randomUUID() },
    strategy: strategy.toUpperCase().replace('-', '_') as MergeStrategy,
    over: over.toUpperCase() as GateOver,
    turns: turn ?? null,
    reviewer: reviewer ?? null,
    note: note ?? null,
  }
}

/** What came of a merge; no join: nothing of it survived. */
type Merged = ReturnType<typeof mergedOf>

function mergedOf(
  { mergeConversations: { join, event, verdict, refuted, undecided } }: MergeBranchesMutation,
  into: string,
  options: CommonOptions,
) {
  const named = refuted.map(({ conversation, reason }) => ({ conversationId: conversation.id, reason }))
  const { together } = (event?.details ?? {}) as { together?: { reason: string | null } }
  const conflict = together?.reason ?? null
  const back = event && undoBack(into, event, options)
  return { joinId: join?.id ?? null, verdict, refuted: named, conflict, undecided: undecided.map(({ id }) => id), back }
}

function schemaIn(path: string): Json {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Json
  } catch (thrown) {
    throw new InvalidArgumentError(`Name a file with a JSON Schema: ${(thrown as Error).message}.`)
  }
}

function textOf({ joinId, refuted, conflict, undecided, back }: Merged): string {
  const nothing = 'brings no artifact: no attachment with a kind or an environment.'
  const lines = [
    ...refuted.map(({ conversationId, reason }) => `${conversationId} was refuted. ${reason}\n`),
    ...undecided.map((id) => `${id} ${nothing}\n`),
    ...(conflict === null ? [] : [`Together they do not hold. ${conflict}\n`]),
  ]
  const end =
    joinId === null ? 'Nothing survived: there is no join.' : `Merged. The join is ${joinId}.${backSentence(back)}`
  return `${lines.join('')}${end}\n`
}
