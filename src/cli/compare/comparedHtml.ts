import type { ComparedTurnFragment, CompareQuery } from '../../client/documents/generated.ts'
import { lines, pageBegin, pageEnd, text } from '../../formats/html/page.ts'
import { counted, numberText } from '../text.ts'
import { lineOf, statsRows } from './comparedText.ts'

/** Returns how two conversations differ as a page for a browser: one file that needs no network and runs no script. */
export function comparedHtml({ base, target, diff }: CompareQuery, left: string, right: string): string {
  const { commonAncestor, baseOnly, targetOnly, baseOnlyCount, targetOnlyCount, changed } = diff
  const shared = commonAncestor === null ? 'nothing' : counted(commonAncestor.turn ?? 0, 'turn', 'turns')
  const named = (id: string, title = '') =>
    `<p><strong>${text(title)}</strong> <span class="facts">${text(id)}</span></p>\n`
  return [
    pageBegin(`${base?.title ?? left} and ${target?.title ?? right}`),
    '<h1>Two conversations compared</h1>\n',
    ...[named(left, base?.title), named(right, target?.title)],
    `<p>They share ${shared}.</p>\n`,
    tableHtml(statsRows(diff, left, right)),
    sideHtml('minus', left, baseOnly, baseOnlyCount),
    sideHtml('plus', right, targetOnly, targetOnlyCount),
    ...changed.map(({ message, textDiff }) => {
      const head = `<h2>In both, in different versions: turn ${text(message.turnId)} (${message.role})</h2>\n`
      return head + changeHtml(textDiff === '' ? '(equal content)' : textDiff)
    }),
    pageEnd,
  ].join('')
}

function tableHtml([head = [], ...rows]: readonly string[][]): string {
  const cells = (row: readonly string[], tag: 'td' | 'th') =>
    row.map((cell) => `<${tag}>${text(cell)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('')
  return `<table>\n<thead><tr>${cells(head, 'th')}</tr></thead>\n<tbody>\n${body}</tbody>\n</table>\n`
}

function sideHtml(kind: 'minus' | 'plus', id: string, turns: readonly ComparedTurnFragment[], count: number): string {
  const head = `<h2>Only in ${text(id)}: ${count === 0 ? 'nothing' : counted(count, 'turn', 'turns')}</h2>\n`
  const more = count > turns.length ? `<p class="facts">… and ${numberText(count - turns.length)} more</p>\n` : ''
  return head + turns.map((turn) => lines(lineOf(turn), kind)).join('') + more
}

/** A unified diff, what went and what came in colours of their own. */
function changeHtml(textDiff: string): string {
  const kindOf = (line: string) => (line.startsWith('-') ? 'minus' : line.startsWith('+') ? 'plus' : '')
  const lines = textDiff
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `<span class="${kindOf(line)}">${text(line)}</span>`)
  return `<pre class="code">\n${lines.join('\n')}</pre>\n`
}
