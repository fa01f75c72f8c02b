import { CallIds, toolName } from '../writing/callIds.ts'
import { joinedText, partsWithOpaque, type MessagePart, type ResultPart, type Takes } from '../writing/parts.ts'
import { givenBy, givenText, type ToolResultPart } from '../writing/results.ts'
import { Omissions, type FilePart, type MessageWriting, type WrittenEntry } from '../writing/omissions.ts'
import { argumentsText } from './chat.ts'
import { dataUrl, isPicture, takesInResponses } from './files.ts'

/** An input item of OpenAI's responses. */
export type ResponseItem =
  | { type: 'message'; role: 'system' | 'user'; content: string | ResponsePart[] }
  | { type: 'message'; role: 'assistant'; content: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | ResponsePart[] }
  | { type: 'compaction'; encrypted_content: string; id?: string }
export type ResponsePart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string }
  | { type: 'input_file'; file_url: string }

/** Makes input items of OpenAI's responses. A thought goes only with the id that this API gave it, so it has no place. */
export class ResponsesWriting implements MessageWriting<ResponseItem> {
  readonly omissions = new Omissions()
  private readonly ids = new CallIds({ refused: null, longest: 64 })
  /** What an answer calls comes behind all that it says. */
  private calls: ResponseItem[] = []
  /** What stands beside results, and comes behind the last of them. */
  private beside: ResponseItem[] = []
  private readonly takesFile: Takes

  constructor(takesFile: Takes = takesInResponses) {
    this.takesFile = takesFile
  }

  add(writtenEntry: WrittenEntry): ResponseItem[] {
    const takes = writtenEntry.role === 'USER' || writtenEntry.role === 'TOOL' ? this.takesFile : () => false
    const parts = partsWithOpaque(writtenEntry, takes, this.omissions)
    this.omissions.add('thinking', parts.filter(({ kind }) => kind === 'thinking' || kind === 'redacted').length)
    const results = parts.flatMap((part) => (part.kind === 'result' ? (this.resultOf(part) ?? []) : []))
    const rest = parts.filter((part) => part.kind !== 'result')
    if (writtenEntry.role === 'ASSISTANT')
      return [...this.beside.splice(0), ...this.answerOf(rest), ...this.gave(results)]
    this.omissions.add('other', parts.filter(({ kind }) => kind === 'opaque').length)
    const message = messageOf(writtenEntry.role === 'SYSTEM' ? 'system' : 'user', rest)
    if (results.length === 0) return [...this.end(), ...message]
    this.beside.push(...message)
    return this.gave(results)
  }

  end(): ResponseItem[] {
    return [...this.calls.splice(0), ...this.beside.splice(0)]
  }

  private gave(results: readonly ResponseItem[]): ResponseItem[] {
    return results.length === 0 ? [] : [...this.calls.splice(0), ...results]
  }

  private answerOf(parts: readonly MessagePart[]): ResponseItem[] {
    const text = joinedText(parts)
    const calls = parts.flatMap((part): ResponseItem[] =>
      part.kind === 'call'
        ? [
            {
              type: 'function_call',
              call_id: this.ids.call(part.callId),
              name: toolName(part.name),
              arguments: argumentsText(part.input),
            },
          ]
        : [],
    )
    this.calls.push(...calls)
    const opaque = parts.flatMap((part): ResponseItem[] =>
      part.kind === 'opaque'
        ? [{ type: 'compaction', encrypted_content: part.content, ...(part.id !== null && { id: part.id }) }]
        : [],
    )
    return text === '' ? opaque : [...opaque, { type: 'message', role: 'assistant', content: text }]
  }

  private resultOf({ callId, content }: ResultPart): ResponseItem | null {
    const id = this.ids.result(callId)
    if (id === null) return null
    const resultParts = givenBy(content)
    const hasPictures = resultParts.some((one) => one.kind === 'file' && this.takesFile(one))
    return {
      type: 'function_call_output',
      call_id: id,
      output: hasPictures ? resultParts.map((one) => outputOf(one, this.takesFile)) : givenText(resultParts),
    }
  }
}

function outputOf(input: ToolResultPart, takesFile: Takes): ResponsePart {
  if (input.kind === 'file' && takesFile(input)) return fileOf(input)
  return { type: 'input_text', text: givenText([input]) }
}

function messageOf(role: 'system' | 'user', parts: readonly MessagePart[]): ResponseItem[] {
  const content = parts.flatMap((part): ResponsePart[] => {
    if (part.kind === 'text') return [{ type: 'input_text', text: part.text }]
    return part.kind === 'file' ? [fileOf(part)] : []
  })
  if (content.length === 0) return []
  const isText = content.every(({ type }) => type === 'input_text')
  return [{ type: 'message', role, content: isText ? joinedText(parts) : content }]
}

function fileOf(file: FilePart): ResponsePart {
  if (isPicture(file)) return { type: 'input_image', image_url: dataUrl(file), detail: 'auto' }
  if ('url' in file.source) return { type: 'input_file', file_url: file.source.url }
  return { type: 'input_file', filename: file.name ?? 'file.pdf', file_data: dataUrl(file) }
}
