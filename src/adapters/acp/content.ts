import type { ContentBlock } from '@agentclientprotocol/sdk/unstable'
import { objectOf, type Facts, type AttachmentInput, type GivenBlock, type StoredBlock } from './graph.ts'

/** What a prompt is stored as. */
export interface PromptContent {
  readonly content: readonly GivenBlock[]
  readonly attachments: readonly AttachmentInput[]
  /** The prompt's blocks in order, without what is stored as content: for `metadata.acp.blocks`. */
  readonly blocks: readonly StoredBlockFacts[]
}

/** The members of a block that content has no place for, and which stored block it is. */
type StoredBlockFacts = Facts & { readonly at: number }

type GivenPart =
  | { readonly content: GivenBlock; readonly rest: object }
  | { readonly attachment: AttachmentInput; readonly rest: object }

/** Returns a prompt as content: what a model can read as text, files as attachments, which stand behind the content. */
export function promptContent(prompt: readonly ContentBlock[]): PromptContent {
  const placed = prompt.map(placedOf)
  const content = placed.flatMap((each) => ('content' in each ? [each.content] : []))
  const attachments = placed.flatMap((each) => ('attachment' in each ? [each.attachment] : []))
  let [texts, files] = [0, content.length]
  const blocks = placed.map((each) => ({ ...each.rest, at: 'content' in each ? texts++ : files++ }))
  return { content, attachments, blocks }
}

function placedOf(block: ContentBlock): GivenPart {
  switch (block.type) {
    case 'text': {
      const { text, ...rest } = block
      return { content: { text }, rest }
    }
    case 'image':
    case 'audio': {
      const { data, mimeType, ...rest } = block
      return { attachment: { base64: data, mediaType: mimeType, kind: block.type }, rest }
    }
    case 'resource_link':
      return linkOf(block)
    case 'resource':
      return resourceOf(block)
  }
}

function linkOf(block: Extract<ContentBlock, { type: 'resource_link' }>): GivenPart {
  const { uri, name, mimeType } = block
  if (!isFitUri(uri)) return { content: { other: block }, rest: { type: 'verbatim' } }
  const attachment = { uri, name: fileNameOf(name), ...(mimeType != null && { mediaType: mimeType }) }
  return { attachment: { ...attachment, kind: 'resource_link' }, rest: block }
}

/** A text is content, so that a model reads it. */
function resourceOf(block: Extract<ContentBlock, { type: 'resource' }>): GivenPart {
  const { resource, ...rest } = block
  if ('text' in resource) {
    const { text, ...about } = resource
    return { content: { text: framed(resource.uri, text) }, rest: { ...rest, resource: about } }
  }
  const { blob, ...about } = resource
  const file = { base64: blob, name: fileNameOf(resource.uri), kind: 'resource' }
  return {
    attachment: { ...file, ...(resource.mimeType != null && { mediaType: resource.mimeType }) },
    rest: { ...rest, resource: about },
  }
}

/** Returns the blocks of a stored turn as they were given, where that is known, else as they can be shown. */
export function contentOut(content: readonly StoredBlock[], metadata: Facts): ContentBlock[] {
  const remaining = storedBlocks(metadata)
  // Of a turn that was corrected since, what was kept says nothing any more.
  const fits = remaining.length === content.length && new Set(remaining.map(({ at }) => at)).size === content.length
  if (!fits) return content.flatMap((block) => shownBlock(block) ?? [])
  return remaining.flatMap(({ at, ...rest }) => {
    const block = content[at]
    return block ? (originalBlock(block, rest) ?? shownBlock(block) ?? []) : []
  })
}

function storedBlocks(metadata: Facts): StoredBlockFacts[] {
  const blocks = objectOf(metadata['acp'])?.['blocks']
  const isKept = (each: unknown) => typeof objectOf(each)?.['at'] === 'number'
  return Array.isArray(blocks) && blocks.every(isKept) ? (blocks as StoredBlockFacts[]) : []
}

function originalBlock(block: StoredBlock, rest: Facts): ContentBlock | null {
  const { type, resource } = rest
  if (block.__typename === 'OtherBlock') return type === 'verbatim' ? (block.value as ContentBlock) : null
  if (block.__typename === 'AttachmentBlock')
    return type === 'resource_link' && block.attachment.uri !== null ? (rest as unknown as ContentBlock) : null
  if (block.__typename !== 'TextBlock') return null
  if (type === 'text') return { ...rest, type, text: block.text }
  const about = objectOf(resource)
  const text = type === 'resource' && about ? unframed(String(about['uri']), block.text) : null
  return text === null ? null : ({ ...rest, resource: { ...about, text } } as unknown as ContentBlock)
}

/** Returns a stored block as it can be shown; null for what is no content of a message. */
function shownBlock(block: StoredBlock): ContentBlock | null {
  switch (block.__typename) {
    case 'TextBlock':
      return { type: 'text', text: block.text }
    case 'AttachmentBlock': {
      const { attachment, fileName } = block
      const uri = attachment.uri ?? `turngraph://attachment/${attachment.id}`
      const size = attachment.byteSize === null ? {} : { size: attachment.byteSize }
      return { type: 'resource_link', uri, name: fileName ?? uri, mimeType: attachment.mediaType, ...size }
    }
    case 'OtherBlock':
      return { type: 'text', text: JSON.stringify(block.value) }
    default:
      return null
  }
}

const framed = (uri: string, text: string) => `\n<resource uri=${JSON.stringify(uri)}>\n${text}\n</resource>\n`

function unframed(uri: string, text: string): string | null {
  const [before, after] = framed(uri, '\0').split('\0') as [string, string]
  if (!text.startsWith(before) || !text.endsWith(after)) return null
  return text.slice(before.length, text.length - after.length)
}

function isFitUri(uri: string): boolean {
  return URL.canParse(uri) && uri.length <= 8000 && !/[\s\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u.test(uri)
}

/** A name without a folder, and without what cannot be shown. */
function fileNameOf(path: string): string {
  const last = path.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
  const name = last.replace(/[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/gu, '').slice(0, 255)
  return name.trim() === '' || name === '.' || name === '..' ? 'file' : name
}
