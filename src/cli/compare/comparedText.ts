import type { ComparedStatsFragment, ComparedTurnFragment, CompareQuery } from '../../client/documents/generated.ts'
import { label } from '../../domain/messages/blocks.ts'
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

/** What no answer of a path states is unknown, not 0, and so is a difference from it. */
function costRow(...sides: readonly [ComparedStatsFragment, ComparedStatsFragment]): string[] {
  const [base, target] = sides.map(({ costUsd, inputTokens, outputTokens }) =>
    costUsd === 0 && inputTokens + outputTokens > 0 ? null : Number(costUsd.toFixed(6)),
  )
  const costText = (cost: number | null | undefined) => (cost == null ? 'unknown' : numberText(cost))
  const difference = base == null || target == null ? 'unknown' : signed(Number((target - base).toFixed(6)))
  return ['cost in USD', costText(base), costText(target), difference]
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

/** Returns a turn that one side alone has, in a line. */
export function lineOf({ position, role, text, deleted, content }: ComparedTurnFragment): string {
  const calls = content.flatMap((block) => ('name' in block ? [`calls ${block.name}`] : []))
  const words = [text, ...calls].filter((part) => part !== '').join(' ')
  return `${position} ${role ?? 'NOTE'} ${deleted ? '(deleted)' : label(words, excerpt)}`
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
