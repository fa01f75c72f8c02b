/** Control characters but tab and line feed, and what turns the direction of writing: terminals obey them. */
const obeyed =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** What ends a line, or goes on in it at another place. */
const lineSigns = /[\t\n\u2028\u2029]/g

/**
 * Returns text that a terminal shows and does not obey: what could move its cursor, colour it, ring its bell or turn
 * the direction of writing stands as an escape like `\u001b`. JSON text stays the same JSON.
 */
export function plainText(text: string): string {
  return text.replace(obeyed, escaped)
}

/**
 * Returns such text as a part of one line, for names and words that others chose: with a line feed of its own it could show a line,
 * or a command, that nobody wrote. `escape`: how a sign stands that is not shown.
 */
export function plainWord(text: string, escape: (sign: string) => string = escaped): string {
  return text.replace(obeyed, escape).replace(lineSigns, escape)
}

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
