import { formatInstant } from '../../domain/instants.ts'
import type { Block, Json, Role } from '../../domain/model.ts'
import { givenBy, givenText } from '../writing/results.ts'
import { omissionsText, omissionWords, type OmissionCounts, type WrittenEntry } from '../writing/omissions.ts'
import { fenced, html, inline, quoted } from './text.ts'

const names: Readonly<Record<Role, string>> = { USER: 'User', ASSISTANT: 'Assistant', SYSTEM: 'System', TOOL: 'Tool' }

/** Returns the head of a file: what is in it, and what is not. */
export function headingText(title: string, id: string, omissions: OmissionCounts): string {
  const missing = omissionsText(omissions)
  const facts = [`Conversation ${inline(id)}: what a model would be sent at its head.`]
  if (missing !== null) facts.push(`Left out: ${omissionWords(missing)}.`)
  return `# ${inline(title)}\n\n${facts.map((fact) => `${fact}\n`).join('\n')}`
}

/** Returns an entry: who said it, when, and what; tools and thoughts folded. */
export function entryText(writtenEntry: WrittenEntry): string {
  const { role, model, synthetic, isSummary, observedAt } = writtenEntry
  const who = isSummary ? 'Summary' : names[role]
  const facts = [
    formatInstant(observedAt),
    ...(model === null ? [] : [inline(model)]),
    ...(synthetic ? ['synthetic'] : []),
  ]
  const parts = writtenEntry.blocks.map((block) => blockText(block, writtenEntry)).filter((part) => part !== '')
  return [`\n## ${who} · ${facts.join(' · ')}`, ...parts].join('\n\n').concat('\n')
}

function blockText(block: Block, { files }: WrittenEntry): string {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? '' : quoted(block.text)
    case 'thinking':
      return folded('Thinking', fenced(block.thinking))
    case 'toolCall':
      return folded(`Calls ${block.name}`, json(block.input))
    case 'toolResult':
      return folded(block.isError ? 'Error' : 'Result', resultText(block.content))
    case 'attachment': {
      const file = files.get(block.attachmentId)
      const facts = [file?.mediaType, file?.uri, file?.byteSize == null ? null : `${file.byteSize} bytes`]
      const name = block.fileName ?? file?.fileName ?? block.attachmentId
      return `Attachment ${inline(name)} (${facts.flatMap((fact) => (fact == null ? [] : [inline(fact)])).join(', ')})`
    }
    case 'other':
      return folded('Other', json(block.value))
  }
}

function folded(summary: string, content: string): string {
  return `<details>\n<summary>${html(summary)}</summary>\n\n${content}\n\n</details>`
}

/** Texts as they are, anything else as JSON. */
function resultText(content: Json): string {
  const isText = typeof content === 'string' || Array.isArray(content)
  return isText ? fenced(givenText(givenBy(content))) : json(content)
}

function json(value: Json): string {
  return fenced(JSON.stringify(value, null, 2), 'json')
}
