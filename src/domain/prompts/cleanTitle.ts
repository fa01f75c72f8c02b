import { shortened } from '../messages/blocks.ts'

const looked = 4000
/** A paragraph or sentence of less says too little by itself. */
const least = 12

/** What stands before what is asked. */
const introductions = /^(?:implement the following[^:\n]{0,60}:|(?:please solve this issue|github issue)\s*:)\s*(?=\S)/i
/** English alone: other tongues pass as they are. */
const politeness =
  /^(?:ok(?:ay)?|alright|so|(?:hi|hello|hey)(?: there)?|please|can you(?: please)?|could you(?: please)?|i want you to)(?:\s*[,.!:]+\s*|\s+)(?=\S)/i

/**
 * Returns a person's words as a title: what is asked, on one line of at most 60 characters; '' where nothing is left. No letter of theirs
 * changes but the first one behind a lead that was cut, and elements of no program stay: people paste XML.
 */
export function cleanTitle(text: string): string {
  const written = text.slice(0, looked).trim()
  const words = withoutLeads(written, introductions)
  const heading = /^#{1,6}[ \t]+(.+)/.exec(words)?.[1]
  const chosen = heading === undefined ? firstParagraph(withoutFences(words)) : heading.replace(/^plan\s*:\s*/i, '')
  const plain = withoutMarkup(chosen).replaceAll(/\s+/g, ' ').trim()
  const request = withoutLeads(plain, politeness)
  const isCut = words !== written || request !== plain
  return shortened(isCut ? capital(firstSentence(request)) : firstSentence(request))
}

function withoutLeads(words: string, leads: RegExp): string {
  let rest = words
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(leads, '').trim()
  }
  return rest
}

/** A text that is nothing but code keeps its code. */
function withoutFences(words: string): string {
  const prose = words.replaceAll(/^```[^\n]*\n[\s\S]*?(?:^```[^\n]*$|(?![\s\S]))/gm, '').trim()
  return prose === '' ? words.replaceAll('```', '').trim() : prose
}

function firstParagraph(words: string): string {
  const [first = '', second = ''] = words.split(/\n[ \t]*\n\s*/, 2)
  // A salutation has a line of its own.
  return first.trim().length < least || first.trim().endsWith(',') ? `${first} ${second}` : first
}

/** Emphasis, code marks, targets of links, and what begins a line of a list or a quotation. */
function withoutMarkup(words: string): string {
  return words
    .replace(/^(?:#{1,6}|[-*+]|\d+[.)]|>)[ \t]+/, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])/g, '$1')
    .replaceAll('`', '')
}

/** Words behind whose point a sentence goes on. */
const abbreviations = /(?:^|[\s(])(?:i\.?e|e\.?g|vs|cf|etc|approx|resp)\.$/i

function firstSentence(words: string): string {
  for (const { index } of words.matchAll(/(?:[.!?]+(?=\s)|[。！？])/gu)) {
    const end = index + (/^[.!?]+|^[。！？]/u.exec(words.slice(index))?.[0].length ?? 1)
    if (end >= least && !abbreviations.test(words.slice(0, end))) return words.slice(0, end).replace(/[.。]+$/u, '')
  }
  return words.replace(/:$/, '')
}

/** Returns words with a capital at their beginning. */
export function capital(words: string): string {
  const [first = ''] = words
  return first.toUpperCase() + words.slice(first.length)
}
