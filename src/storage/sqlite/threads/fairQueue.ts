/** What waits: of each owner in the order in which it came, the owners taking turns. */
export interface FairQueue<T> {
  readonly length: number
  push(item: T): void
  /** Takes the next one; undefined when nothing waits. */
  shift(): T | undefined
}

/** What one owner has waiting, from `next` on. */
interface TenantQueue<T> {
  readonly items: (T | undefined)[]
  next: number
}

/** What was taken leaves the line after so many. */
const compactAt = 1_000

/** Returns a queue in which no caller waits longer because another has asked for much. */
export function fairQueue<T>(ownerOf: (item: T) => string): FairQueue<T> {
  const lines = new Map<string, TenantQueue<T>>()
  let length = 0
  return {
    get length() {
      return length
    },
    push(item) {
      const owner = ownerOf(item)
      const line = lines.get(owner)
      length++
      if (line) line.items.push(item)
      else lines.set(owner, { items: [item], next: 0 })
    },
    shift() {
      for (const [owner, line] of lines) {
        length--
        const item = line.items[line.next]
        line.items[line.next++] = undefined
        if (line.next === compactAt) {
          line.items.splice(0, compactAt)
          line.next = 0
        }
        const isEmpty = line.next === line.items.length
        if (isEmpty) lines.delete(owner)
        else if (lines.size > 1) {
          // Its next one comes after one of each other.
          lines.delete(owner)
          lines.set(owner, line)
        }
        return item
      }
      return undefined
    },
  }
}
