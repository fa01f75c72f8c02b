/** Returns the beginning of a JSON text as a text that is whole: what was begun and not ended is left out or closed. */
export function closedPrefix(text: string): string {
  const closers: string[] = []
  let safe = { end: 0, closers: '' }
  const keep = (end: number): void => {
    safe = { end, closers: [...closers].reverse().join('') }
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '"') {
      const end = endOfText(text, at)
      if (end < 0)
        return isValue(text, at, closers) ? closedText(text, closers) : text.slice(0, safe.end) + safe.closers
      at = end
    } else if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']')
      keep(at + 1)
    } else if (char === '}' || char === ']') {
      closers.pop()
      keep(at + 1)
    } else if (char === ',') keep(at)
  }
  return text.slice(0, safe.end) + safe.closers
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return -1
}

/** Says whether a text that begins here is no member's name. */
function isValue(text: string, at: number, closers: readonly string[]): boolean {
  return closers.at(-1) === ']' || text.slice(0, at).trimEnd().endsWith(':')
}

function closedText(text: string, closers: readonly string[]): string {
  // An escape that is cut; a backslash behind another one is none.
  const whole = text.replace(/(?<!\\)((?:\\\\)*)\\(?:u[0-9a-f]{0,3})?$/i, '$1')
  return `${whole}"${[...closers].reverse().join('')}`
}
