/** What became of a message, in the order in which it was stored. */
export type ShapeStep =
  | { readonly does: 'place'; readonly id: string; readonly parent: string | null }
  | { readonly does: 'remove'; readonly id: string }

interface Place {
  parent: string | null
  children: string[]
  /** The child that is shown below it. */
  next: string | null
}

/** The tree of a thread as assistant-ui has it: each message once, under its newest parent, those deleted left out. */
export class Shape {
  private readonly places = new Map<string | null, Place>([[null, { parent: null, children: [], next: null }]])
  /** What stood above those that were removed. */
  private readonly above = new Map<string, string | null>()
  private last: string | null = null

  constructor(steps: Iterable<ShapeStep>) {
    for (const step of steps)
      if (step.does === 'place') this.place(step.id, this.placedAncestor(step.parent))
      else this.remove(step.id)
  }

  /** The message that is shown last; null where there is none. */
  get head(): string | null {
    return this.last
  }

  has(id: string): boolean {
    return this.places.has(id)
  }

  parentOf(id: string): string | null {
    return this.places.get(id)?.parent ?? null
  }

  /** Says whether a message stands at or below another one. */
  isBelow(id: string, above: string): boolean {
    for (let at: string | null = id; at !== null; at = this.parentOf(at)) if (at === above) return true
    return false
  }

  /** Returns the messages, parents before their children, the children in their order. */
  ids(): string[] {
    const ids: string[] = []
    const waiting = [...this.at(null).children].reverse()
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      ids.push(id)
      waiting.push(...this.at(id).children.toReversed())
    }
    return ids
  }

  /** Returns a message, or the nearest one above it that was not removed; null where there is none. */
  placedAncestor(id: string | null): string | null {
    let at = id
    while (at !== null && !this.places.has(at)) at = this.above.get(at) ?? null
    return at
  }

  /** Shows a message last. */
  show(id: string | null): void {
    this.last = id
    for (let at: string | null = id; at !== null; at = this.at(at).parent) this.at(this.at(at).parent).next = at
  }

  private place(id: string, parent: string | null): void {
    const known = this.places.get(id)
    if (known && known.parent !== parent && parent !== null && this.isBelow(parent, id)) return
    if (known && known.parent !== parent) this.cut(id, known)
    if (!known) this.places.set(id, { parent, children: [], next: null })
    if (!known || known.parent !== parent) this.link(id, parent)
    this.show(this.end(id))
  }

  private link(id: string, parent: string | null): void {
    this.at(id).parent = parent
    const above = this.at(parent)
    above.children.push(id)
    above.next ??= id
  }

  private cut(id: string, { parent }: Place): void {
    const above = this.at(parent)
    above.children = above.children.filter((child) => child !== id)
    if (above.next === id) above.next = above.children.at(-1) ?? null
  }

  private remove(id: string): void {
    const removed = this.places.get(id)
    if (!removed) return
    for (const child of removed.children) this.link(child, removed.parent)
    this.cut(id, removed)
    this.places.delete(id)
    this.above.set(id, removed.parent)
    if (this.last === id) this.last = this.end(removed.parent)
  }

  /** Returns what is shown last at or below a message. */
  end(id: string | null): string | null {
    let at = id
    for (let next = this.at(at).next; next !== null; next = this.at(at).next) at = next
    return at
  }

  private at(id: string | null): Place {
    const place = this.places.get(id)
    if (!place) throw new Error(`No message "${String(id)}" is in this tree.`)
    return place
  }
}
