/**
 * How text is cut into what is searched: one rule for every store, so that all of them find the same. A change of it needs
 * a new `tokenVersion`: indexes that were made by another one are rebuilt.
 */
export const tokenVersion = 2

/** The smallest piece of a text that is searched: a word, a part of an identifier, a sign of a script without spaces. */
export interface Token {
  /** Folded: without regard to case, accents and width. */
  readonly text: string
  /** UTF-16 offsets in the text. */
  readonly from: number
  readonly to: number
  /** Parts with following numbers stand beside each other; between two pieces of a turn a number is left out. */
  readonly at: number
  /** Whether it is a sign of a script without spaces, and whether such a sign stands right before it. */
  readonly isSign: boolean
  readonly isJoined: boolean
}

/** A word of several parts, `first` to before `end`: the identifier whole, or a stretch of it. */
export interface TextSpan {
  readonly text: string
  readonly first: number
  readonly end: number
}

export interface Tokens {
  readonly parts: readonly Token[]
  /** By their first part. */
  readonly spans: readonly TextSpan[]
}

/** Stands between the pieces of a turn: no phrase reaches across. */
export const pieceBorder = '\u2029'

/** A run of letters and digits longer than this is no word: its beginning stands for it. */
const longestRun = 100
const longestWord = 64
/** Digits and letters that change more often are a hash. */
const mostParts = 16

const emoji = String.raw`\p{RI}\p{RI}|\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F|\u200D\p{Extended_Pictographic})*`
const runs = new RegExp(String.raw`[\p{L}\p{M}\p{N}_]+|${emoji}|${pieceBorder}`, 'gu')
/** Most texts, for which looking up each letter's kind would take several times as long. */
const ascii = /^\p{ASCII}*$/u
const asciiRuns = /[A-Za-z0-9_]+/g
const spaceless = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const scripts = new RegExp(String.raw`[${spaceless}][${spaceless}\p{M}]*|[^${spaceless}]+`, 'gu')
const isSpaceless = new RegExp(`^[${spaceless}]`, 'u')
/** One sign with the marks upon it. */
const signs = /[^\p{M}][\p{M}\uFF9E\uFF9F]*|\p{M}+/gu
/** Cut where case changes and between letters and digits. */
const caseParts = /\p{N}+|(?:\p{Lu}\p{M}*)+(?!\p{Ll})|(?:\p{Lu}\p{M}*)?[^\p{Lu}\p{N}]+|\p{Lu}\p{M}*/gu
/** Most words: nothing to cut, nothing to fold but a capital. */
const isSimple = /^(?:[A-Z]?[a-z]+|[0-9]+)$/
const isPlain = /^[\x20-\x7e]*$/
/** Accents and points; marks of other scripts are letters of their own. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g
const noWord = /[^\p{L}\p{M}\p{N}_]/gu

/** Returns a word as it is compared. */
export function fold(word: string): string {
  if (isPlain.test(word)) return word.toLowerCase()
  // Signs go before letters are joined: those on either side of one may be parts of one letter.
  const bare = word.normalize('NFKD').replace(accents, '').replace(noWord, '').normalize('NFKC')
  return bare.toLowerCase().replaceAll('ς', 'σ')
}

/** Returns the parts of a text and the words that they make together. */
export function tokenise(text: string): Tokens {
  const tokens: Growing = { parts: [], spans: [], at: 0 }
  const isAscii = ascii.test(text)
  const result = isAscii ? asciiRuns : runs
  result.lastIndex = 0
  for (let one = result.exec(text); one !== null; one = result.exec(text)) {
    const { 0: run, index } = one
    if (isAscii) addWord(tokens, run, index)
    else if (run === pieceBorder) tokens.at++
    else if (isPlain.test(run)) addWord(tokens, run, index)
    else if (!/^[\p{L}\p{M}\p{N}_]/u.test(run)) addPart(tokens, run.replaceAll('\uFE0F', ''), index, run.length)
    else
      for (const { 0: piece, index: from } of run.matchAll(scripts))
        if (isSpaceless.test(piece)) addSigns(tokens, piece, index + from)
        else addWord(tokens, piece, index + from)
  }
  return tokens
}

/** Returns the words by which a text is found, each once; signs of scripts without spaces by twos. */
export function wordsOf({ parts, spans }: Tokens): Set<string> {
  const words = new Set(spans.map(({ text }) => text))
  for (const [k, { text, isSign }] of parts.entries()) {
    const next = parts[k + 1]
    words.add(isSign && next?.isJoined ? text + next.text : text)
  }
  return words
}

interface Growing {
  parts: Token[]
  spans: TextSpan[]
  at: number
}

function addPart(tokens: Growing, text: string, from: number, length: number, sign: 'first' | 'next' | null = null) {
  if (text === '') return
  const [isSign, isJoined] = [sign !== null, sign === 'next']
  tokens.parts.push({ text, from, to: from + length, at: tokens.at++, isSign, isJoined })
}

function addSigns(tokens: Growing, piece: string, from: number): void {
  let sign: 'first' | 'next' = 'first'
  for (const { 0: one, index } of piece.matchAll(signs)) {
    addPart(tokens, fold(one), from + index, one.length, sign)
    sign = 'next'
  }
}

/** An identifier's parts, each stretch of it between `_`, and the whole. */
function addWord(tokens: Growing, run: string, from: number): void {
  if (run.length <= longestRun && isSimple.test(run)) {
    addPart(tokens, run.toLowerCase(), from, run.length)
    return
  }
  const before = tokens.parts.length
  const begin = /^_*/.exec(run)?.[0].length ?? 0
  const whole = run.slice(begin).replace(/_+$/, '')
  if (run.length > longestRun) {
    addPart(tokens, fold(whole.slice(0, longestWord)), from, run.length)
    return
  }
  for (const { 0: stretch, index } of whole.matchAll(/[^_]+/g)) addStretch(tokens, stretch, from + begin + index)
  if (whole.includes('_')) addSpan(tokens, whole, before)
}

function addStretch(tokens: Growing, stretch: string, from: number): void {
  const before = tokens.parts.length
  const results = [...stretch.matchAll(caseParts)]
  if (results.length === 1 || results.length > mostParts) {
    addPart(tokens, fold(stretch), from, stretch.length)
    return
  }
  let word = before
  for (const { 0: part, index } of results) {
    // `v2` of `getV2`: up to the next capital.
    if (index > 0 && /^\p{Lu}/u.test(part)) {
      addSpan(tokens, stretch.slice((tokens.parts[word]?.from ?? from) - from, index), word)
      word = tokens.parts.length
    }
    addPart(tokens, fold(part), from + index, part.length)
  }
  if (word > before) addSpan(tokens, stretch.slice((tokens.parts[word]?.from ?? from) - from), word)
  addSpan(tokens, stretch, before)
}

function addSpan({ parts, spans }: Growing, text: string, first: number): void {
  if (parts.length - first > 1) spans.push({ text: fold(text), first, end: parts.length })
}
