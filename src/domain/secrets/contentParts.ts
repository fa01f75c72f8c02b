import type { Block, Json, Observation } from '../model.ts'

/** What of an observation a text is. */
const observationPlaces = [
  ...(['TEXT', 'THINKING', 'TOOL_INPUT', 'TOOL_RESULT', 'FILE_NAME', 'OTHER'] as const),
  ...(['SUMMARY', 'FIELDS', 'METADATA'] as const),
] as const
export type ObservationPlace = (typeof observationPlaces)[number]

/** What of all that is stored a text is. */
const contentPlaces = [
  ...observationPlaces,
  ...(['ANNOTATIONS', 'ATTACHMENT', 'TITLE', 'DIRECTORY', 'CONVERSATION_METADATA'] as const),
  ...(['RUN', 'LEDGER', 'STATE_RECORD', 'ENTITY'] as const),
] as const
export type ContentPlace = (typeof contentPlaces)[number]

/** A text in an observation, and where it stands there. */
export interface ContentPart {
  readonly place: ObservationPlace
  /** The number of its block, from 0; null outside the blocks. */
  readonly block: number | null
  readonly text: string
}

/** Returns all texts of an observation, part by part: what a person or a program may have put a secret into. */
export function contentParts({ blocks, marker, fields, metadata }: ContentOf): ContentPart[] {
  const parts = blocks.map((block, number) => ({ ...partOf(block), block: number }))
  const beside = [
    { place: 'SUMMARY' as const, text: marker?.summary ?? '' },
    { place: 'FIELDS' as const, text: textOfJson(fields) },
    { place: 'METADATA' as const, text: textOfJson(metadata) },
  ].map((part) => ({ ...part, block: null }))
  return [...parts, ...beside].filter(({ text }) => text !== '')
}

type ContentOf = Pick<Observation, 'blocks' | 'marker' | 'fields' | 'metadata'>

function partOf(block: Block): Pick<ContentPart, 'place' | 'text'> {
  if (block.type === 'text') return { place: 'TEXT', text: withExtra(block.text, block.extra) }
  if (block.type === 'thinking') return { place: 'THINKING', text: withExtra(block.thinking, block.extra) }
  if (block.type === 'toolCall') return { place: 'TOOL_INPUT', text: withExtra(textOfJson(block.input), block.extra) }
  if (block.type === 'toolResult')
    return { place: 'TOOL_RESULT', text: withExtra(textOfJson(block.content), block.extra) }
  if (block.type === 'attachment') return { place: 'FILE_NAME', text: block.fileName ?? '' }
  return { place: 'OTHER', text: textOfJson(block.value) }
}

const withExtra = (text: string, extra: Json | undefined) =>
  extra === undefined ? text : [text, textOfJson(extra)].filter(Boolean).join('\n')

/** Returns the names and texts in a JSON value, a line for each: a name says what a text is, and may be a secret itself. */
export function textOfJson(value: Json): string {
  return [...linesOf(value, null)].join('\n')
}

function* linesOf(value: Json, name: string | null): Generator<string> {
  if (Array.isArray(value)) {
    for (const one of value as readonly Json[]) yield* linesOf(one, name)
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, one] of Object.entries(value)) yield* linesOf(one, member)
  } else if (typeof value === 'string') yield name === null ? value : `${name}: ${value}`
  else if (name !== null) yield name
}
