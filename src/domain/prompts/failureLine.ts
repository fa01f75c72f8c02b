import type { Json } from '../model.ts'
import { exitCodeOf, resultText } from './outcome.ts'

/** How much of a result is looked at. */
const lookedAt = 2000
const longest = 120

/** What programs put before what a command said. */
const frames = [
  /^(?:Process exited with code|Exit code:?|Command exited with code|exit status)\s*-?\d+\.?$/i,
  /^(?:Chunk ID|Wall time|Original token count|Total output lines|Duration):/i,
  /^(?:Output|Error|stderr|stdout):?$/i,
]
// oxlint-disable-next-line no-control-regex -- what terminals show in colours
const colours = /\u001b\[[0-9;]*[A-Za-z]/g
const tags = /<\/?[a-z][a-z_-]{0,40}>/gi

/** Returns the first line in which a failed result says why, after the exit code that it names; null where it says nothing. */
export function failureLine(content: Json): string | null {
  const lines = resultText(content, lookedAt)
    .replace(colours, '')
    .split(/\r?\n/)
    .map((line) => line.replace(tags, '').replace(/\s+/g, ' ').trim())
  const reason = lines.find((line) => line !== '' && !frames.some((frame) => frame.test(line)))
  const code = exitCodeOf(content)
  const words = [...(code === null ? [] : [`exit ${code}`]), ...(reason === undefined ? [] : [reason])].join(': ')
  if (words === '') return null
  return words.length <= longest ? words : `${words.slice(0, longest - 1).trimEnd()}…`
}
