/**
 * Which stretch of a file is of which conversation, in order: lines from one number to another, or bytes from one offset
 * up to another. Three numbers for each, since a file may have as many of them as lines.
 */
export class Stretches {
  private readonly ofs: number[] = []
  private readonly froms: number[] = []
  private readonly tos: number[] = []

  get count(): number {
    return this.ofs.length
  }

  /** Returns the conversation of a stretch, the first one's where there is no such stretch. */
  of(at: number): number {
    return this.ofs[at] ?? 0
  }

  from(at: number): number {
    return this.froms[at] ?? Infinity
  }

  /** Returns where a stretch ends; never, where there is no such stretch. */
  to(at: number): number {
    return this.tos[at] ?? Infinity
  }

  add(of: number, from: number, to: number): void {
    this.ofs.push(of)
    this.froms.push(from)
    this.tos.push(to)
  }

  /** Lets the last stretch end farther on. */
  extend(to: number): void {
    this.tos[this.tos.length - 1] = to
  }

  /** Says of each stretch whether it is the last one of its conversation, by the number that `sameAs` gives that. */
  lastOnes(count: number, sameAs: (of: number) => number): Uint8Array {
    const [seen, last] = [new Uint8Array(count), new Uint8Array(this.count)]
    for (let at = this.count - 1; at >= 0; at--) {
      const of = sameAs(this.of(at))
      if (seen[of] === 0) last[at] = 1
      seen[of] = 1
    }
    return last
  }
}
