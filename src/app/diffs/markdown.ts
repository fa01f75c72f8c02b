import { label } from '../../domain/messages/blocks.ts'
import type { PathStats } from '../../domain/messages/diff.ts'
import { contentsOf, turnLine } from '../../domain/messages/turnLine.ts'
import { comparedCost, costDifference, type KnownCost } from '../../domain/usage/costText.ts'
import { estimatedCost, statedCost } from '../../domain/usage/knownCost.ts'
import type { Conversation } from '../../domain/model.ts'
import { labelsOf } from '../conversations/labels.ts'
import { estimateOf, type Spending } from '../prices/spending.ts'
import type { Scope } from '../scope.ts'
import type { TranscriptEntry } from '../transcripts/transcripts.ts'
import type { ChangedTurn, Diff } from './diff.ts'

const excerpt = 200
const longestTitle = 200

/** Returns a diff as Markdown for people: both sides by name, the counts, what each side has, and the changed turns line by line. */
export async function diffMarkdown(scope: Scope, diff: Diff): Promise<string> {
  const { commonAncestor, baseOnly, targetOnly, baseOnlyCount, targetOnlyCount, changed } = diff
  const shared = commonAncestor?.place?.turns ?? 0
  return [
    '# Two branches compared',
    `- base: ${await named(scope, diff.base)}\n- target: ${await named(scope, diff.target)}`,
    commonAncestor === null ? 'They share nothing.' : `They share ${turns(shared)}.`,
    await table(scope, diff),
    side('Only in the base', baseOnly, baseOnlyCount),
    side('Only in the target', targetOnly, targetOnlyCount),
    ...(changed.length === 0 ? [] : ['## In both, in different versions', ...changed.map(version)]),
  ]
    .join('\n\n')
    .concat('\n')
}

async function named(scope: Scope, conversation: Conversation): Promise<string> {
  const { title } = await labelsOf(scope, conversation)
  return `**${inline(label(title, longestTitle))}** (${inline(conversation.id)})`
}

const numberText = (value: number): string => value.toLocaleString('en-US')
const turns = (count: number): string => (count === 1 ? '1 turn' : `${numberText(count)} turns`)

async function table(scope: Scope, { baseStats, targetStats }: Diff): Promise<string> {
  const row = (name: string, of: (stats: PathStats) => number) => {
    const [base, target] = [of(baseStats), of(targetStats)]
    return `| ${name} | ${numberText(base)} | ${numberText(target)} | ${target > base ? '+' : ''}${numberText(target - base)} |`
  }
  return [
    '| of the whole path | base | target | difference |',
    '| --- | ---: | ---: | ---: |',
    row('turns', (stats) => stats.turns),
    row('tool calls', (stats) => stats.toolCalls),
    row('input tokens', (stats) => stats.inputTokens),
    row('output tokens', (stats) => stats.outputTokens),
    costRow(await costOf(scope, baseStats.usage), await costOf(scope, targetStats.usage)),
  ].join('\n')
}

async function costOf(scope: Scope, usage: Spending): Promise<KnownCost> {
  const estimate = await estimateOf(scope, usage)
  const [costUsd, estimatedCostUsd] = [statedCost(usage), estimatedCost(estimate)]
  return { ...usage, costUsd, estimatedCostUsd, estimatedAnswers: estimate.answers }
}

function costRow(base: KnownCost, target: KnownCost): string {
  const cells = [comparedCost(base), comparedCost(target), costDifference(base, target)]
  return `| cost | ${cells.join(' | ')} |`
}

function side(title: string, entries: readonly TranscriptEntry[], count: number): string {
  if (count === 0) return `## ${title}\n\nNothing.`
  const more = count > entries.length ? [`- … and ${numberText(count - entries.length)} more`] : []
  return [`## ${title} (${turns(count)})`, '', ...entries.map(line), ...more].join('\n')
}

function line({ observation, role, text, deleted, erased, blocks }: TranscriptEntry): string {
  const turn = observation.place?.turn ?? null
  const words = erased ? '(erased)' : deleted ? '(deleted)' : turnLine(contentsOf(text, blocks), excerpt)
  return `- ${turn === null ? '' : `${turn}. `}**${role ?? 'NOTE'}** ${inline(words)}`.trimEnd()
}

function version({ message, textDiff }: ChangedTurn): string {
  return `### ${inline(message.turnId)} (${message.role})\n\n${fenced(textDiff === '' ? '(equal content)' : textDiff)}`
}

/** Text that stays on its line and is taken for no mark-up. */
const inline = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|!~&]/g, '\\$&')

/** A fence is longer than any run of backticks in it, so that content cannot break out. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}diff\n${text.endsWith('\n') ? text : `${text}\n`}${fence}`
}
