import type { PathStats } from '../../domain/messages/diff.ts'
import { label } from '../../domain/messages/blocks.ts'
import type { TranscriptEntry } from '../transcripts/transcripts.ts'
import type { ChangedTurn, Diff } from './diff.ts'

const excerpt = 200

/** Returns a diff as Markdown for people: the counts, what each side has, and the changed turns line by line. */
export function diffMarkdown(diff: Diff): string {
  const { commonAncestor, baseOnly, targetOnly, baseOnlyCount, targetOnlyCount, changed } = diff
  const shared = commonAncestor?.place?.turns ?? 0
  return [
    '# Two branches compared',
    commonAncestor === null ? 'They share nothing.' : `They share ${turns(shared)}.`,
    table(diff),
    side('Only in the base', baseOnly, baseOnlyCount),
    side('Only in the target', targetOnly, targetOnlyCount),
    ...(changed.length === 0 ? [] : ['## In both, in different versions', ...changed.map(version)]),
  ]
    .join('\n\n')
    .concat('\n')
}

const turns = (count: number): string => (count === 1 ? '1 turn' : `${count} turns`)

function table({ baseStats, targetStats }: Diff): string {
  const row = (name: string, of: (stats: PathStats) => number) => {
    const [base, target] = [of(baseStats), of(targetStats)]
    return `| ${name} | ${rounded(base)} | ${rounded(target)} | ${target > base ? '+' : ''}${rounded(target - base)} |`
  }
  return [
    '| of the whole path | base | target | difference |',
    '| --- | ---: | ---: | ---: |',
    row('turns', (stats) => stats.turns),
    row('tool calls', (stats) => stats.toolCalls),
    row('input tokens', (stats) => stats.inputTokens),
    row('output tokens', (stats) => stats.outputTokens),
    row('cost in USD', (stats) => stats.costUsd),
  ].join('\n')
}

/** Sums of prices are not exact to the last bit. */
const rounded = (value: number): string => String(Number(value.toFixed(6)))

function side(title: string, entries: readonly TranscriptEntry[], count: number): string {
  if (count === 0) return `## ${title}\n\nNothing.`
  const more = count > entries.length ? [`- … and ${count - entries.length} more`] : []
  return [`## ${title} (${turns(count)})`, '', ...entries.map(line), ...more].join('\n')
}

function line({ position, role, text, deleted, blocks }: TranscriptEntry): string {
  const calls = blocks.flatMap((block) => (block.type === 'toolCall' ? [`calls ${block.name}`] : []))
  const words = deleted ? '(deleted)' : label([text, ...calls].filter((part) => part !== '').join(' '), excerpt)
  return `- ${position}. **${role ?? 'NOTE'}** ${inline(words)}`
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
