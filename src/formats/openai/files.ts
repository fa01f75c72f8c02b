import type { FilePart } from '../writing/omissions.ts'

const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/*'])

/** Says whether a file is a picture that models look at. */
export function isPicture({ mediaType }: FilePart): boolean {
  return pictures.has(mediaType)
}

/** Says whether a message of the chat API can carry a file: pictures by both ways, PDF as bytes alone. */
export function takesInChat(file: FilePart): boolean {
  return isPicture(file) || (file.mediaType === 'application/pdf' && 'base64' in file.source)
}

/** Says whether an item of the responses API can carry a file. */
export function takesInResponses(file: FilePart): boolean {
  return isPicture(file) || file.mediaType === 'application/pdf'
}

/** Returns where a file lies, or its bytes as an address. */
export function dataUrl({ mediaType, source }: FilePart): string {
  return 'url' in source ? source.url : `data:${mediaType};base64,${source.base64}`
}
