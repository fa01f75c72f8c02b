import { isSame, membersOf, without, type Members } from '../turns/json.ts'

/** Returns a part of a message of assistant-ui as a part of the AI SDK's, in which form both are turns. */
export function chatPart(part: Members): Members {
  switch (part['type']) {
    case 'tool-call':
      return chatCall(part)
    case 'image':
      return { ...without(part, ['image']), type: 'file', url: part['image'], mediaType: imageType(part), as: 'image' }
    case 'file':
      return chatFile(part)
    case 'audio':
      return chatAudio(part)
    case 'source': {
      const type = part['sourceType'] === 'document' ? 'source-document' : 'source-url'
      return { ...without(part, ['id', 'sourceType']), type, sourceId: part['id'] }
    }
    case 'data':
      return typeof part['name'] === 'string' ? { ...without(part, ['name']), type: `data-${part['name']}` } : part
    default:
      return part
  }
}

/** Returns what `chatPart` was made of; of a part that the AI SDK has stored, what is shown of it. Null: nothing is. */
export function threadPart(part: Members): Members | null {
  const type = String(part['type'])
  if (type === 'step-start') return null
  if (type === 'dynamic-tool' || (type.startsWith('tool-') && 'toolCallId' in part)) return threadCall(part, type)
  if (type === 'file') return threadFile(part)
  if (type === 'source-url' || type === 'source-document') {
    const sourceType = type === 'source-url' ? 'url' : 'document'
    return { ...without(part, ['type', 'sourceId']), type: 'source', sourceType, id: part['sourceId'] }
  }
  if (type.startsWith('data-')) return { ...part, type: 'data', name: type.slice('data-'.length) }
  return part
}

function chatCall(part: Members): Members {
  const { args, argsText, result, isError } = part
  const rest = without(part, ['type', 'args', 'argsText', 'result', 'isError'])
  const isUsual = argsText === JSON.stringify(args)
  const call = { ...rest, type: 'dynamic-tool', input: args, ...(!isUsual && argsText !== undefined && { argsText }) }
  if (result === undefined) return { ...call, state: 'input-available', ...(isError !== undefined && { isError }) }
  if (isError === true) return { ...call, state: 'output-error', errorText: result }
  return { ...call, state: 'output-available', output: result, ...(isError !== undefined && { isError }) }
}

const ofCall = ['type', 'input', 'state', 'output', 'errorText', 'argsText']

function threadCall(part: Members, type: string): Members {
  const args = membersOf(part['input']) ?? {}
  const { state, argsText = JSON.stringify(args) } = part
  const toolName = part['toolName'] ?? type.slice('tool-'.length)
  const call = { ...without(part, ofCall), type: 'tool-call', toolName, args, argsText }
  if (state === 'output-available') return { ...call, result: part['output'] }
  return state === 'output-error' ? { ...call, result: part['errorText'], isError: true } : call
}

const imageTypes: readonly (readonly [RegExp, string])[] = [
  [/\.jpe?g$/i, 'image/jpeg'],
  [/\.gif$/i, 'image/gif'],
  [/\.webp$/i, 'image/webp'],
]

function imageType({ image }: Members): string {
  const [, mediaType] = /^data:([\w.+-]+\/[\w.+-]+)[;,]/.exec(String(image)) ?? []
  const path = String(image).replace(/[?#].*$/s, '')
  return mediaType ?? imageTypes.find(([name]) => name.test(path))?.[1] ?? 'image/png'
}

const isAddress = (data: unknown): boolean => typeof data === 'string' && /^(https?:\/\/|data:)/i.test(data)

function chatFile(part: Members): Members {
  const { data, mimeType, sourceType } = part
  const rest = { ...without(part, ['data', 'mimeType']), mediaType: mimeType }
  if (isAddress(data) || sourceType !== undefined) return { ...rest, url: data, as: 'file' }
  return { ...rest, url: `data:${String(mimeType)};base64,${String(data)}`, as: 'base64' }
}

function chatAudio(part: Members): Members {
  const { data, format } = membersOf(part['audio']) ?? {}
  const subtype = format === 'mp3' ? 'mpeg' : 'wav'
  const url = `data:audio/${subtype};base64,${String(data)}`
  const made = { ...without(part, ['audio']), type: 'file', url, mediaType: `audio/${subtype}`, as: 'audio' }
  // What has more members than these, or others, is kept as it is.
  return isSame(threadFile(made), part) ? made : part
}

/** A file of the AI SDK's is a picture where it is one, else a file. */
function threadFile(part: Members): Members {
  const { url, mediaType, as } = part
  const rest = without(part, ['url', 'mediaType', 'as'])
  const isImage = as === undefined ? String(mediaType).startsWith('image/') : as === 'image'
  if (isImage) return { ...rest, type: 'image', image: url }
  const bytes = String(url).replace(/^[^,]*,/, '')
  if (as === 'audio')
    return { ...rest, type: 'audio', audio: { data: bytes, format: mediaType === 'audio/mpeg' ? 'mp3' : 'wav' } }
  return { ...rest, type: 'file', data: as === 'base64' ? bytes : url, mimeType: mediaType }
}
