import type { ComparedStatsFragment, ComparedTurnFragment, CompareQuery } from '../../client/documents/generated.ts'
import { turnLine } from '../../domain/messages/turnLine.ts'
import { comparedCost, costDifference } from '../../domain/usage/costText.ts'
import { styled, type StyledPiece } from '../styled.ts'
import { counted, numberText } from '../text.ts'

const excerpt = 200

/** Returns how two conversations differ as text: both by name, what each path holds, and what each has alone. */
export function comparedText({ base, target, diff }: CompareQuery, left: string, right: string): StyledPiece[] {
  const { commonAncestor, baseOnly, targetOnly, baseOnlyCount, targetOnlyCount, changed } = diff
  const width = Math.max(left.length, right.length)
  const named = (id: string, title = '') => ['  ', styled('dim', id.padEnd(width)), '  ', styled('bold', title), '\n']
  const shared = commonAncestor === null ? 'nothing' : counted(commonAncestor.turn ?? 0, 'turn', 'turns')
  return [
    ...named(left, base?.title),
    ...named(right, target?.title),
    `They share ${shared}.\n\n`,
    tableOf(statsRows(diff, left, right)),
    ...sideOf('-', left, baseOnly, baseOnlyCount),
    ...sideOf('+', right, targetOnly, targetOnlyCount),
    ...changed.flatMap(({ message, textDiff }) => versionOf(message, textDiff)),
  ]
}

const rows: readonly (readonly [string, (stats: ComparedStatsFragment) => number])[] = [
  ['turns', ({ turns }) => turns],
  ['tool calls', ({ toolCalls }) => toolCalls],
  ['input tokens', ({ inputTokens }) => inputTokens],
  ['output tokens', ({ outputTokens }) => outputTokens],
]

/** Returns what both paths hold, a line each: its name, both numbers and their difference. */
export function statsRows({ baseStats, targetStats }: CompareQuery['diff'], left: string, right: string): string[][] {
  return [
    ['of the whole path', left, right, 'difference'],
    ...rows.map(([name, of]) => {
      const [base, target] = [of(baseStats), of(targetStats)]
      const difference = Number((target - base).toFixed(6))
      return [name, numberText(base), numberText(target), signed(difference)]
    }),
    costRow(baseStats, targetStats),
  ]
}

const signed = (difference: number): string => `${difference > 0 ? '+' : ''}${numberText(difference)}`

/** What a path costs, where its answers say so or can be estimated; it is $0.00 where there is no answer at all. */
function costRow({ usage: base }: ComparedStatsFragment, { usage: target }: ComparedStatsFragment): string[] {
  return ['cost', comparedCost(base), comparedCost(target), costDifference(base, target)]
}

function tableOf(lines: readonly string[][]): string {
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const cell = (text: string, at: number) => (at === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[at] ?? 0))
  return lines.map((line) => `  ${line.map(cell).join('  ')}\n`).join('')
}

function sideOf(sign: '-' | '+', id: string, turns: readonly ComparedTurnFragment[], count: number): StyledPiece[] {
  const more = count > turns.length ? [`  … and ${numberText(count - turns.length)} more\n`] : []
  const style = sign === '-' ? 'red' : 'green'
  return [
    `\nOnly in ${id}: ${count === 0 ? 'nothing' : counted(count, 'turn', 'turns')}\n`,
    ...turns.map((turn) => styled(style, `${sign} ${lineOf(turn)}\n`)),
    ...more,
  ]
}

/** Returns a turn that one side alone has, in a line: its number, who speaks, what it holds. */
export function lineOf({ observation, role, text, deleted, erased, content }: ComparedTurnFragment): string {
  const calls = content.flatMap((block) => (block.__typename === 'ToolCallBlock' ? [block.name] : []))
  const results = content.flatMap((block) =>
    block.__typename === 'ToolResultBlock' ? [{ content: block.result, isError: block.isError }] : [],
  )
  const hasThoughts = content.some((block) => block.__typename === 'ThinkingBlock')
  const words = erased ? '(erased)' : deleted ? '(deleted)' : turnLine({ text, hasThoughts, calls, results }, excerpt)
  return [observation.turn, role ?? 'NOTE', words].filter((part) => part !== null && part !== '').join(' ')
}

function versionOf(
  { turnId, role }: CompareQuery['diff']['changed'][number]['message'],
  textDiff: string,
): StyledPiece[] {
  const lines = textDiff === '' ? ['(equal content)'] : textDiff.replace(/\n$/, '').split('\n')
  const pieces = lines.map((line): StyledPiece => {
    if (line.startsWith('-')) return styled('red', `${line}\n`)
    return line.startsWith('+') ? styled('green', `${line}\n`) : `${line}\n`
  })
  return [`\nIn both, in different versions: turn ${turnId} (${role})\n`, ...pieces]
}
