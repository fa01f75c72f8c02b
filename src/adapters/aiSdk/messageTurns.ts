import { isSame, without, type Members } from '../turns/json.ts'
import type { Block, StoredFile } from '../turns/path.ts'
import { encodeCall, isCall } from './calls.ts'
import { attachedAs, hashedUrl, isAddress, type DataUrl } from '../turns/dataUrls.ts'
import type { Encoded, EncodedTurn } from './encoded.ts'
import { specified, usualPart } from './parts.ts'
import { moreOf, type PartSpec } from './spec.ts'

/** A turn that takes parts. */
interface OpenTurn {
  readonly blocks: Block[]
  readonly specs: PartSpec[]
  readonly files: Map<string, StoredFile>
}
const openTurn = (): OpenTurn => ({ blocks: [], specs: [], files: new Map() })

/**
 * Cuts the parts of a message into turns: an answer, the results of its calls, the next step of the answer, and so on. A
 * model is sent calls and results as such, so they are no more one turn here than they are in its API.
 */
export class MessageTurns {
  readonly bytes = new Map<string, DataUrl & StoredFile>()
  private readonly done: { readonly role: EncodedTurn['role']; readonly turn: OpenTurn }[] = []
  private turn = openTurn()
  private results = openTurn()
  private readonly id: string
  private readonly role: 'SYSTEM' | 'USER' | 'ASSISTANT'

  /** Returns the bytes of a URL that holds them; null where it holds none. */
  private readonly dataUrl: (url: string) => DataUrl | null

  constructor(id: string, role: 'SYSTEM' | 'USER' | 'ASSISTANT', dataUrl: (url: string) => DataUrl | null) {
    this.id = id
    this.role = role
    this.dataUrl = dataUrl
  }

  /** Takes a part, and returns it with its bytes named by their hash. */
  add(part: Members): Members {
    if (this.role === 'ASSISTANT' && isCall(part)) return this.call(part)
    this.endStep()
    return part['type'] === 'file' && typeof part['url'] === 'string' ? this.file(part, part['url']) : this.other(part)
  }

  /** Returns the turns; `more` is what the message has besides its parts. */
  end(more: Members): Encoded['turns'] {
    const isEmpty = this.done.length === 0 && this.turn.blocks.length === 0
    // A turn has something in it; the message has not.
    if (isEmpty) this.turn.blocks.push({ other: { type: 'empty' } })
    this.endStep()
    if (this.turn.blocks.length > 0) this.done.push({ role: this.role, turn: this.turn })
    return this.done.map(({ role, turn: { blocks, specs, files } }, i) => {
      const parts = isEmpty || specs.some((spec) => spec !== null) ? { parts: specs } : {}
      const first = Object.keys(more).length > 0 ? { more } : {}
      const aiSdk = { ...(i === 0 ? first : { of: this.id }), ...parts }
      return { turnId: i === 0 ? this.id : `${this.id}:${i + 1}`, role, blocks, files, metadata: { aiSdk } }
    })
  }

  /** Ends the calls of a step, once there are results. */
  private endStep(): void {
    if (this.results.blocks.length === 0) return
    this.done.push({ role: this.role, turn: this.turn }, { role: 'TOOL', turn: this.results })
    this.turn = openTurn()
    this.results = openTurn()
  }

  private call(part: Members): Members {
    // A second call of one id is a step of its own, so that each result finds its call.
    const isAgain = this.turn.blocks.some(
      (block) => 'toolCall' in block && block.toolCall.callId === part['toolCallId'],
    )
    if (isAgain) this.endStep()
    const { call, spec, result } = encodeCall(part)
    this.put(call, spec)
    if (result) {
      this.results.blocks.push(result.block)
      this.results.specs.push(result.spec)
    }
    return part
  }

  private file(part: Members, url: string): Members {
    const data = this.dataUrl(url)
    const { mediaType = 'application/octet-stream', fileName = null } = attachedAs(part['mediaType'], part['filename'])
    const rest = without(part, ['type', 'url'])
    if (data) {
      this.bytes.set(data.id, { ...data, mediaType, fileName })
      this.put({ attachmentId: data.id }, { more: { ...rest, url: data.head } })
      return { ...part, url: hashedUrl(data.head, data.id) }
    }
    if (!isAddress(url)) return this.other(part)
    this.put({ uri: url }, { uri: rest })
    this.turn.files.set(url, { mediaType, fileName })
    return part
  }

  private other(part: Members): Members {
    const block = blockOf(part)
    const usual = usualPart(block) ?? {}
    const spec = moreOf(part, usual)
    this.put(block, isSame(specified(usual, spec), part) ? spec : { part })
    return part
  }

  private put(block: Block, spec: PartSpec): void {
    this.turn.blocks.push(block)
    this.turn.specs.push(spec)
  }
}

/** Returns the block of a part that is neither a call nor a file. */
function blockOf(part: Members): Block {
  const { type, text } = part
  if (typeof text === 'string' && type === 'text') return { text }
  if (typeof text === 'string' && type === 'reasoning') {
    const signature = signatureOf(part)
    return { thinking: { thinking: text, ...(signature !== null && { signature }) } }
  }
  return { other: part }
}

function signatureOf({ providerMetadata }: Members): string | null {
  const { anthropic } = (providerMetadata ?? {}) as { readonly anthropic?: { readonly signature?: unknown } }
  return typeof anthropic?.signature === 'string' ? anthropic.signature : null
}
