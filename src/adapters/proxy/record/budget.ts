import { mostDecoded } from './decoded.ts'

/** How many bytes of requests and answers wait to be stored: in this process, and of one tenant. */
export interface RoomSize {
  readonly most: number
  readonly share: number
  /** A request or an answer on which nothing came for so long gives its room to others. */
  readonly silentMs: number
  readonly now?: () => number
}

/** Room for what waits to be stored: no tenant has more than its share, and nothing keeps it that does not move. */
export class WaitingBytes {
  private total = 0
  private readonly shares = new Map<string, number>()
  /** Those that are not over yet, the one that moved last behind the others. */
  private readonly moving = new Set<CopyRoom>()
  private readonly size: RoomSize
  private readonly now: () => number

  constructor(size: RoomSize) {
    this.size = size
    this.now = size.now ?? (() => performance.now())
  }

  /** Returns room for a request and its answer, of which so many bytes are taken; null where there is none. */
  open(tenant: string, bytes: number): CopyRoom | null {
    const room = new CopyRoom(this, tenant)
    return room.take(bytes) ? room : null
  }

  /** How many are taken. */
  taken(): number {
    return this.total
  }

  /** Takes so many bytes for a room, all or none; false where that is more than there is. */
  take(room: CopyRoom, bytes: number): boolean {
    const isNeeded = (one: CopyRoom) => one !== room && !this.fits(room, bytes)
    // What another tenant has is no help where its own share is full.
    this.giveSilent((one) => one.tenant === room.tenant && isNeeded(one))
    if (this.isInShare(room, bytes)) this.giveSilent(isNeeded)
    if (!this.fits(room, bytes)) return false
    this.add(room.tenant, bytes)
    room.movedAt = this.now()
    this.moving.delete(room)
    this.moving.add(room)
    return true
  }

  give(room: CopyRoom, bytes: number): void {
    this.add(room.tenant, -bytes)
  }

  /** What is over is stored next, and what is lost is gone: neither is taken away. */
  rest(room: CopyRoom): void {
    this.moving.delete(room)
  }

  /** Takes away what callers have begun to send and do not go on with. */
  giveUnsent(): void {
    this.giveSilent(({ isSent }) => !isSent)
  }

  private giveSilent(isMeant: (room: CopyRoom) => boolean): void {
    const since = this.now() - this.size.silentMs
    for (const room of this.moving) {
      if (room.movedAt > since) return
      if (isMeant(room)) room.lose()
    }
  }

  private fits(room: CopyRoom, bytes: number): boolean {
    return this.total + bytes <= this.size.most && this.isInShare(room, bytes)
  }

  private isInShare({ tenant }: CopyRoom, bytes: number): boolean {
    return (this.shares.get(tenant) ?? 0) + bytes <= this.size.share
  }

  private add(tenant: string, bytes: number): void {
    this.total += bytes
    const own = (this.shares.get(tenant) ?? 0) + bytes
    if (own === 0) this.shares.delete(tenant)
    else this.shares.set(tenant, own)
  }
}

/** The room of one request and its answer. */
export class CopyRoom {
  readonly tenant: string
  movedAt = 0
  /** Whether the caller has sent all of its request. */
  isSent = false
  /** Why nothing of it is there any more; null: all of it is. */
  lostBy: Lost | null = null
  /** Whether nothing more is taken: what an upstream has answered already may still be sent. */
  private isOver = false
  private taken = 0
  private readonly copies: BodyCopy[] = []
  private readonly waiting: WaitingBytes

  constructor(waiting: WaitingBytes, tenant: string) {
    this.waiting = waiting
    this.tenant = tenant
  }

  get isWhole(): boolean {
    return this.lostBy === null
  }

  /** Returns a copy of a body that takes its room here. Where one that is needed has more bytes than are read, nothing of the others is kept. */
  copy(isNeeded = true): BodyCopy {
    const copy = new BodyCopy(this, isNeeded)
    this.copies.push(copy)
    return copy
  }

  take(bytes: number): boolean {
    if (!this.isWhole || this.isOver) return false
    if (this.waiting.take(this, bytes)) this.taken += bytes
    else this.lose()
    return this.isWhole
  }

  /** Gives some of it back. */
  give(bytes: number): void {
    const held = Math.min(bytes, this.taken)
    this.waiting.give(this, held)
    this.taken -= held
  }

  /** Nothing more comes: it waits to be stored. */
  rest(): void {
    this.isOver = true
    this.waiting.rest(this)
  }

  /** Gives all of it back, once. */
  drop(): void {
    for (const copy of this.copies) copy.forget()
    this.waiting.rest(this)
    this.give(this.taken)
  }

  /** The same before it is stored: then there is no copy. */
  lose(by: Lost = 'BUSY'): void {
    this.lostBy ??= by
    this.drop()
  }
}

/** Why there is no copy: there was no room, or it has more bytes than are read. */
export type Lost = 'BUSY' | 'TOO_LONG'

/** A block of a copy has as much room as all before it have bytes, up to so much. */
const largestBlock = 64 * 1024

/**
 * A copy of a body on its way, in blocks: what comes byte by byte takes no more memory than its room says, and no buffer of a connection
 * is held for a part of it.
 */
export class BodyCopy {
  private blocks: Buffer[] = []
  private last = Buffer.alloc(0)
  private used = 0
  /** Of all that came. */
  private length = 0
  /** What its blocks take of the room. */
  private taken = 0
  private readonly room: CopyRoom
  private readonly isNeeded: boolean

  constructor(room: CopyRoom, isNeeded: boolean) {
    this.room = room
    this.isNeeded = isNeeded
  }

  /** Whether there was room for all of it. */
  get isWhole(): boolean {
    return this.lostBy === null
  }

  /** Why there is none; null: there is. */
  get lostBy(): Lost | null {
    return this.room.lostBy ?? (this.length > mostDecoded ? 'TOO_LONG' : null)
  }

  add(piece: Uint8Array): void {
    const fits = Math.min(piece.length, this.last.length - this.used)
    const rest = piece.length - fits
    const next = rest === 0 ? 0 : Math.max(rest, Math.min(largestBlock, this.length))
    this.length += piece.length
    if (this.length > mostDecoded) {
      this.outgrow()
      return
    }
    if (!this.room.take(next)) return
    this.taken += next
    this.put(piece.subarray(0, fits))
    if (rest === 0) return
    this.last = Buffer.allocUnsafeSlow(next)
    this.blocks.push(this.last)
    this.used = 0
    this.put(piece.subarray(fits))
  }

  /** Returns the blocks, which take their room until it is given back. */
  all(): readonly Uint8Array[] {
    return this.blocks.map((block) => (block === this.last ? block.subarray(0, this.used) : block))
  }

  forget(): void {
    this.blocks = []
    this.last = Buffer.alloc(0)
    this.used = 0
  }

  private outgrow(): void {
    if (this.isNeeded) this.room.lose('TOO_LONG')
    this.forget()
    this.room.give(this.taken)
    this.taken = 0
    // What still comes moves, and the rest keeps its room.
    this.room.take(0)
  }

  private put(bytes: Uint8Array): void {
    this.last.set(bytes, this.used)
    this.used += bytes.length
  }
}
