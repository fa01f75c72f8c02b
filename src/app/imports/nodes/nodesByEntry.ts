import type { TreeNode } from '../../../domain/model.ts'

/**
 * Nodes by the ids that they have in files, so that what an entry may be is found without a walk through all that have its id:
 * exports number the entries of each conversation from 1.
 */
export class NodesByEntry {
  private readonly all = new Lists()
  private readonly own = new Lists()
  private readonly below = new Lists()
  private readonly saying = new Lists()

  add(externalId: string, node: TreeNode): void {
    const says = hashOf(node)
    this.all.add(externalId, node)
    this.own.add(`${node.conversationId}\n${externalId}`, node)
    if (node.place.parentId !== null) this.below.add(`${node.place.parentId}\n${externalId}`, node)
    else this.below.add(`${says}\n\n${externalId}`, node)
    this.saying.add(`${says}\n${externalId}`, node)
  }

  /** Returns all of that id, in whichever conversation. */
  of(externalId: string): readonly TreeNode[] {
    return this.all.of(externalId)
  }

  /** Returns those of that id that a conversation holds. */
  ofConversation(externalId: string, conversationId: string): readonly TreeNode[] {
    return this.own.of(`${conversationId}\n${externalId}`)
  }

  /** Returns those of that id right below a node. */
  belowNode(externalId: string, parentId: string): readonly TreeNode[] {
    return this.below.of(`${parentId}\n${externalId}`)
  }

  /** Returns the roots of that id with that hash of their content, and those whose hash does not tell what they say. */
  roots(externalId: string, contentHash: string): readonly TreeNode[] {
    const of = (says: string) => this.below.of(`${says}\n\n${externalId}`)
    return [...of(contentHash), ...of(unhashed)]
  }

  /** Returns all of that id with that hash of their content, and those whose hash does not tell what they say. */
  thatSay(externalId: string, contentHash: string): readonly TreeNode[] {
    return [...this.saying.of(`${contentHash}\n${externalId}`), ...this.saying.of(`${unhashed}\n${externalId}`)]
  }
}

const unhashed = '-'

/** The hash of what it says, where that follows from an entry alone. */
function hashOf({ kind, salt, senderId, senderKind, erased, namesErased, contentHash }: TreeNode): string {
  const isOfEntry = salt === null && senderId === null && senderKind === null
  const isWhole = erased === undefined && namesErased === undefined
  return kind !== 'COMPACTION' && isOfEntry && isWhole ? contentHash : unhashed
}

class Lists {
  private readonly lists = new Map<string, TreeNode[]>()

  add(key: string, node: TreeNode): void {
    const list = this.lists.get(key)
    if (list === undefined) this.lists.set(key, [node])
    else list.push(node)
  }

  of(key: string): readonly TreeNode[] {
    return this.lists.get(key) ?? []
  }
}
