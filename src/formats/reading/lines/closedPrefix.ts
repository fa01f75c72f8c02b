/** Returns the beginning of a JSON text as a text that is whole: what was begun and not ended is left out or closed. */
export function closedPrefix(text: string): string {
  let open = null as OpenBracket | null
  let safe: { readonly end: number; readonly open: OpenBracket | null } = { end: 0, open: null }
  const keep = (end: number): void => {
    safe = { end, open }
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '"') {
      const end = endOfText(text, at)
      if (end < 0)
        return isValue(text, at, open) ? closedText(text, open) : text.slice(0, safe.end) + closersOf(safe.open)
      at = end
    } else if (char === '{' || char === '[') {
      open = { closer: char === '{' ? '}' : ']', around: open }
      keep(at + 1)
    } else if (char === '}' || char === ']') {
      open = open?.around ?? null
      keep(at + 1)
    } else if (char === ',') keep(at)
  }
  return text.slice(0, safe.end) + closersOf(safe.open)
}

/** A bracket that is open: what stands around it is not copied for each, however deep it lies. */
interface OpenBracket {
  readonly closer: string
  readonly around: OpenBracket | null
}

function closersOf(open: OpenBracket | null): string {
  let closers = ''
  for (let next = open; next !== null; next = next.around) closers += next.closer
  return closers
}

/** Returns where the quote stands that ends the text which begins at `from`; -1 where there is none. */
export function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return -1
}

/** Says whether a text that begins here is no member's name. */
function isValue(text: string, at: number, open: OpenBracket | null): boolean {
  return open?.closer === ']' || text.slice(0, at).trimEnd().endsWith(':')
}

function closedText(text: string, open: OpenBracket | null): string {
  // An escape that is cut; a backslash behind another one is none.
  const whole = text.replace(/(?<!\\)((?:\\\\)*)\\(?:u[0-9a-f]{0,3})?$/i, '$1')
  return `${whole}"${closersOf(open)}`
}
