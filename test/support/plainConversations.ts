import type { Role } from '../../src/domain/model.ts'
import { upFrom } from './tree.ts'

/** A node as the plain model knows it. */
export interface PlainNode {
  readonly id: string
  readonly conversation: string
  readonly turnId: string
  readonly role: Role
  readonly parent: string | null
}
interface PlainConversation {
  head: string | null
  /** Undefined: no fork. */
  readonly forkPoint: string | null | undefined
  readonly source: string | null
}

/** Conversations as lists and maps, by the words of design §3 to §5 and nothing clever: the judge of the product. */
export class PlainConversations {
  readonly nodes = new Map<string, PlainNode>()
  readonly conversations = new Map<string, PlainConversation>()

  path(id: string | null): string[] {
    return upFrom(id, (at) => this.nodes.get(at)?.parent ?? null)
  }

  transcript(conversation: string): string[] {
    return this.path(this.conversations.get(conversation)?.head ?? null)
  }

  isHere(conversation: string, id: string): boolean {
    return this.nodes.get(id)?.conversation === conversation || this.inherited(conversation).includes(id)
  }

  inherited(conversation: string): string[] {
    return this.path(this.conversations.get(conversation)?.forkPoint ?? null)
  }

  /** The observations of a turn of this conversation, own before inherited, oldest first. */
  versions(conversation: string, turnId: string): { own: boolean; ids: string[] } {
    const own = [...this.nodes.values()].filter((node) => node.conversation === conversation && node.turnId === turnId)
    if (own.length > 0) return { own: true, ids: own.map((node) => node.id) }
    const nearest = this.lineage(conversation).map((ancestor) =>
      this.inherited(conversation).filter(
        (id) => this.nodes.get(id)?.turnId === turnId && this.nodes.get(id)?.conversation === ancestor,
      ),
    )
    return { own: false, ids: nearest.find((ids) => ids.length > 0) ?? [] }
  }

  lineage(conversation: string): string[] {
    const source = this.conversations.get(conversation)?.source ?? null
    return source === null ? [] : [source, ...this.lineage(source)]
  }

  /** Where a turn without a parent goes: beside its version on the head's path, else to the head. */
  placeOf(conversation: string, turnId: string): string | null {
    const head = this.conversations.get(conversation)?.head ?? null
    const path = this.path(head)
    const standing = path.findLast((id) => this.versions(conversation, turnId).ids.includes(id))
    return standing === undefined ? head : (this.nodes.get(standing)?.parent ?? null)
  }

  leaves(conversation: string): string[] {
    const own = [...this.nodes.values()].filter((node) => node.conversation === conversation)
    const continued = new Set(own.map((node) => node.parent))
    const point = this.conversations.get(conversation)?.forkPoint ?? null
    return [...own.map((node) => node.id), ...(point === null ? [] : [point])].filter((id) => !continued.has(id))
  }
}
