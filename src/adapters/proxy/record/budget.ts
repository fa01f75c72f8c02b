/** How many bytes of requests and answers wait to be stored, of all in this process. */
export interface WaitingBytes {
  /** Reserves so many bytes, all or none; false where there is no room. */
  take(bytes: number): boolean
  give(bytes: number): void
  /** How many are taken. */
  taken(): number
}

/** Returns room for so many bytes. */
export function waitingBytes(most: number): WaitingBytes {
  let taken = 0
  return {
    take(bytes) {
      if (taken + bytes > most) return false
      taken += bytes
      return true
    },
    give: (bytes) => void (taken -= bytes),
    taken: () => taken,
  }
}

/** A copy of a body on its way. */
export class BodyCopy {
  private pieces: Uint8Array[] = []
  private bytes = 0
  private readonly waiting: WaitingBytes
  /** Whether there was room for all of it. */
  isWhole = true

  constructor(room: WaitingBytes) {
    this.waiting = room
  }

  add(piece: Uint8Array): void {
    if (!this.isWhole) return
    if (this.waiting.take(piece.length)) {
      this.pieces.push(piece)
      this.bytes += piece.length
    } else {
      this.drop()
      this.isWhole = false
    }
  }

  /** Returns the pieces, which take their room until `drop`. */
  all(): readonly Uint8Array[] {
    return this.pieces
  }

  drop(): void {
    this.waiting.give(this.bytes)
    this.pieces = []
    this.bytes = 0
  }
}
