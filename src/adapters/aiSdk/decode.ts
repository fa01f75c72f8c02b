import { without, type Members } from '../turns/json.ts'
import type { Block, PathTurn, StoredFile } from '../turns/path.ts'
import { withResult } from './calls.ts'
import { hashedUrl } from '../turns/dataUrls.ts'
import { ownParts, type OwnPart } from './ownParts.ts'
import { specified, usualPart } from './parts.ts'
import { specOf, type TurnSpec } from './spec.ts'

/** A message as it is stored. */
export interface Decoded {
  /** The message, the bytes of its files named by their hash. */
  readonly message: Members & { readonly id: string; readonly parts: Members[] }
  /** Which parts are files that are kept here: the head of their URL, and their hash. */
  readonly files: Map<number, { readonly head: string; readonly id: string }>
  /** Where its first turn stands on the path. */
  readonly at: number
  /** Whether it was stored as a message. */
  readonly isOwn: boolean
}

/** Returns the messages of a path, those that came from elsewhere as well. What is no turn, or deleted, is passed over. */
export function decodePath(path: readonly PathTurn[]): Decoded[] {
  const decoding = new Decoding()
  for (const [at, turn] of path.entries()) if (turn.kind === 'TURN' && !turn.isDeleted) decoding.add(turn, at)
  return decoding.messages.filter(({ isOwn, message }) => isOwn || message.parts.length > 0)
}

const roles = { SYSTEM: 'system', USER: 'user', ASSISTANT: 'assistant' } as const

/** A call that waits for its result. */
interface Waiting {
  readonly callId: string
  readonly parts: Members[]
  readonly at: number
}

class Decoding {
  readonly messages: Decoded[] = []
  private readonly waiting: Waiting[] = []

  add(turn: PathTurn, at: number): void {
    const spec = specOf(turn)
    const own = spec && ownParts(turn, spec)
    const last = this.messages.at(-1)
    const open = spec?.of !== undefined && last?.message.id === spec.of ? last : null
    if (turn.role === 'TOOL') this.takeResults(turn, open && own)
    else if (turn.role !== null && turn.turnId !== null)
      this.takeParts(open ?? this.begin(turn.role, spec, turn.turnId, at), turn, own)
  }

  private begin(role: keyof typeof roles, spec: TurnSpec | null, turnId: string, at: number): Decoded {
    const message = { ...spec?.more, id: spec?.of ?? turnId, role: roles[role], parts: [] }
    const begun = { message, files: new Map(), at, isOwn: spec !== null }
    this.messages.push(begun)
    return begun
  }

  private takeParts(open: Decoded, turn: PathTurn, own: readonly OwnPart[] | null): void {
    if (own) for (const part of own) this.put(open, part)
    else {
      this.takeResults(turn, null)
      for (const block of turn.blocks) this.foreign(open, block, turn.files)
    }
  }

  private put({ message: { parts }, files }: Decoded, { block, spec }: OwnPart): void {
    const part = specified(usualPart(block) ?? {}, spec)
    const isSaid = spec !== null && 'part' in spec
    if ('attachmentId' in block && !isSaid) {
      const head = String(part['url'])
      files.set(parts.length, { head, id: block.attachmentId })
      parts.push({ ...part, url: hashedUrl(head, block.attachmentId) })
      return
    }
    if ('toolCall' in block && !isSaid) this.waiting.push({ callId: block.toolCall.callId, parts, at: parts.length })
    parts.push(part)
  }

  /** A block that did not come from a message: what no message has is left out. */
  private foreign(open: Decoded, block: Block, stored: ReadonlyMap<string, StoredFile>): void {
    if ('other' in block || 'toolResult' in block) return
    if ('toolCall' in block) {
      const more = { type: 'dynamic-tool', toolName: block.toolCall.name }
      this.put(open, { block, spec: { more } })
      return
    }
    const { mediaType, fileName } = stored.get(fileKey(block)) ?? { mediaType: null, fileName: null }
    const named = { ...(mediaType !== null && { mediaType }), ...(fileName !== null && { filename: fileName }) }
    const url = 'attachmentId' in block ? { url: `data:${mediaType ?? ''};base64,` } : {}
    this.put(open, { block, spec: { more: { ...named, ...url } } })
  }

  /** A result belongs to the newest call of its id that waits for one. */
  private takeResults({ blocks }: PathTurn, own: readonly OwnPart[] | null): void {
    for (const [i, block] of blocks.entries()) {
      if (!('toolResult' in block)) continue
      const { callId } = block.toolResult
      const spec = own?.[i]?.spec ?? null
      const at = this.waiting.findLastIndex((call) => call.callId === callId)
      const [call] = at < 0 || (spec && 'part' in spec) ? [] : this.waiting.splice(at, 1)
      const part = call?.parts[call.at]
      // What comes from elsewhere asks for no one's approval.
      if (call && part)
        call.parts[call.at] = withResult(own ? part : without(part, ['approval']), block.toolResult, spec)
    }
  }
}

const fileKey = (block: Block): string =>
  'attachmentId' in block ? block.attachmentId : 'uri' in block ? block.uri : ''
