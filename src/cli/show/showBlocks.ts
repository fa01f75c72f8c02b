import { label } from '../../domain/messages/blocks.ts'
import { resultText } from '../../domain/messages/turnLine.ts'
import type { ShownBlock, ShownEntry } from './things.ts'
import { minuteOf, sizeText } from '../text.ts'

/** Characters that are shown of one turn among others; `show` of the turn itself shows all. */
const mostOfEntry = 1_000

/** Returns a turn of a transcript as text: who and when, and how it begins. */
export function entryText({ role, deleted, message, observation, content }: ShownEntry): string {
  const { turn, observedAt, id } = observation
  const words = [turn, role, minuteOf(observedAt), message?.id ?? id].filter((word) => word !== null)
  const whole = content.map(textOf).join('\n')
  const text = whole.length > mostOfEntry ? `${whole.slice(0, mostOfEntry)}…` : whole
  return `● ${words.join('  ')}\n${indented(deleted ? '(deleted)' : text)}`
}

/** Returns what a turn says, whole. */
export function blocksText(blocks: readonly ShownBlock[]): string {
  return blocks.length === 0 ? '' : `content\n${indented(blocks.map(textOf).join('\n'))}`
}

const indented = (text: string): string => (text === '' ? '' : `${text.replace(/^/gm, '  ')}\n`)

function textOf(block: ShownBlock): string {
  switch (block.__typename) {
    case 'TextBlock':
      return block.text
    case 'ThinkingBlock':
      return `(thinking) ${block.thinking}`
    case 'ToolCallBlock':
      return `→ ${label(block.name, 80)} ${JSON.stringify(block.input)}`
    case 'ToolResultBlock':
      return `← ${block.isError ? 'error ' : ''}${resultText(block.result)}`
    case 'AttachmentBlock':
      return attachmentText(block)
    case 'OtherBlock':
      return JSON.stringify(block.value)
  }
}

function attachmentText({ fileName, attachment }: Extract<ShownBlock, { __typename: 'AttachmentBlock' }>): string {
  const { id, mediaType, byteSize } = attachment
  const size = byteSize === null ? '' : `, ${sizeText(byteSize)}`
  return `[${fileName ?? 'attachment'}: ${mediaType}${size}, ${id}]`
}
