import { own } from '../../runtime/own.ts'
/** Returns text that stays on its line and is taken for no mark-up. */
export function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>()#+\-.!|~&$]/g, '\\$&')
}

/** Returns text as the content of an HTML element, on one line. */
export function html(text: string): string {
  const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[&<>"]/g, (sign) => own(signs, sign) ?? sign)
}

/** Returns text in a fence that is longer than any run of backticks in it, so that it cannot break out. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${/[\r\n]$/.test(text) ? text : `${text}\n`}${fence}`
}

/**
 * Returns what somebody wrote as a quotation, its Markdown kept. A quotation ends where it ends, whatever is left open in
 * it; what could reach beyond it all the same stands as text: HTML, and definitions of links, which hold everywhere.
 * Code in fences is shown as it is.
 */
export function quoted(text: string): string {
  let fence: string | null = null
  let isSure = true
  const lines = text.split(/\r\n|\n|\r/).map((line) => {
    const closes: boolean = fence !== null && isEndOf(fence, line)
    if (fence !== null) {
      if (closes) fence = null
      return line
    }
    // From a fence that may be one or be text, nobody knows any more which of the next ones open and which close.
    isSure &&= !mayBeFence(line)
    fence = isSure ? fenceIn(line) : null
    return fence === null ? harmless(line) : line
  })
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
}

/** Blanks, and signs of lists and quotations, with which a line may begin. */
const beginning = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+[ \t>]*)*/
const anyFence = /^(?:`{3,}|~{3,})/

function mayBeFence(line: string): boolean {
  const [before = ''] = beginning.exec(line) ?? []
  return before !== '' && anyFence.test(line.slice(before.length))
}

/** Only a fence at the very beginning of a line is one wherever it stands; inside a list it may be text. */
function fenceIn(line: string): string | null {
  return /^(`{3,})[^`]*$/.exec(line)?.[1] ?? /^(~{3,})/.exec(line)?.[1] ?? null
}

function isEndOf(fence: string, line: string): boolean {
  const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
  return end !== undefined && end.startsWith(fence)
}

/** A line that begins with a bracket which its own line closes, and no colon follows, defines nothing. */
const definesNothing = /^\[(?:\\.|[^\]\\])*\](?!:)/

function harmless(line: string): string {
  const [before = ''] = beginning.exec(line) ?? []
  const rest = line.slice(before.length)
  const escaped = rest.startsWith('[') && !definesNothing.test(rest) ? `\\${rest}` : rest
  return `${before}${escaped}`.replaceAll(/<(?=[a-zA-Z/!?])/g, '&lt;')
}
