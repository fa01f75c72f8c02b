import { formatInstant } from '../../domain/instants.ts'
import type { Block, Json, Role } from '../../domain/model.ts'
import { givenBy, givenText } from '../writing/results.ts'
import { omissionsText, omissionWords, type OmissionCounts, type WrittenEntry } from '../writing/omissions.ts'
import { lines, text } from './page.ts'

const names: Readonly<Record<Role, string>> = { USER: 'User', ASSISTANT: 'Assistant', SYSTEM: 'System', TOOL: 'Tool' }

/** Returns the head of a page: what is in it, and what is not. */
export function headHtml(title: string, id: string, omissions: OmissionCounts): string {
  const missing = omissionsText(omissions)
  const facts = [`Conversation ${id}: what a model would be sent at its head.`]
  if (missing !== null) facts.push(`Left out: ${omissionWords(missing)}.`)
  return `<h1>${text(title)}</h1>\n${facts.map((fact) => `<p class="facts">${text(fact)}</p>\n`).join('')}`
}

/** Returns an entry: who wrote it, when, and what; tools and thoughts folded. */
export function entryHtml(entry: WrittenEntry): string {
  const { role, model, synthetic, isSummary, observedAt } = entry
  const facts = [formatInstant(observedAt), ...(model === null ? [] : [model]), ...(synthetic ? ['synthetic'] : [])]
  const who = isSummary ? 'Summary' : names[role]
  const blocks = entry.blocks.map((block) => blockHtml(block, entry)).join('')
  return `<article class="${role.toLowerCase()}">\n<header><strong>${who}</strong> · ${text(facts.join(' · '))}</header>\n${blocks}</article>\n`
}

function blockHtml(block: Block, { files }: WrittenEntry): string {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? '' : lines(block.text)
    case 'thinking':
      return folded('Thinking', block.thinking)
    case 'toolCall':
      return folded(`Calls ${block.name}`, json(block.input))
    case 'toolResult':
      return folded(block.isError ? 'Error' : 'Result', resultText(block.content))
    case 'attachment': {
      const file = files.get(block.attachmentId)
      const facts = [file?.mediaType, file?.uri, file?.byteSize == null ? null : `${file.byteSize} bytes`]
      const name = block.fileName ?? file?.fileName ?? block.attachmentId
      return `<p class="facts">Attachment ${text(`${name} (${facts.filter((fact) => fact != null).join(', ')})`)}</p>\n`
    }
    case 'other':
      return folded('Other', json(block.value))
  }
}

const folded = (summary: string, content: string): string =>
  `<details><summary>${text(summary)}</summary>\n${lines(content)}</details>\n`

/** Texts as they are, anything else as JSON. */
function resultText(content: Json): string {
  return typeof content === 'string' || Array.isArray(content) ? givenText(givenBy(content)) : json(content)
}

const json = (value: Json): string => JSON.stringify(value, null, 2)
