import { connect, type Socket } from 'node:net'
import { decode, encode, framed, mapOf, Struct, unframed, type Packed, type PackedMap } from './packStream.ts'

/** The messages of Bolt 5.4, by their tags. */
export const tags = {
  hello: 0x01,
  goodbye: 0x02,
  reset: 0x0f,
  run: 0x10,
  begin: 0x11,
  commit: 0x12,
  rollback: 0x13,
  discard: 0x2f,
  pull: 0x3f,
  route: 0x66,
  logon: 0x6a,
  logoff: 0x6b,
  success: 0x70,
  record: 0x71,
  ignored: 0x7e,
  failure: 0x7f,
} as const

const preamble = Buffer.from([0x60, 0x60, 0xb0, 0x17])
/** 5.0 to 5.4: from 5.7 on failures have other members. */
const offered = Buffer.concat([preamble, Buffer.from([0, 4, 4, 5]), Buffer.alloc(12)])
export const spokenVersion = Buffer.from([0, 0, 4, 5])
export const handshakeSize = offered.length

export const tagOf = (message: Buffer): number => message.readUInt8(1)
export const fieldsOf = (message: Buffer): readonly Packed[] => (decode(message) as Struct).fields
/** The only member of an answer, a map. */
export const factsOf = (answer: Buffer): PackedMap => mapOf(fieldsOf(answer)[0])
export const message = (tag: number, ...fields: readonly Packed[]): Buffer => encode(new Struct(tag, ...fields))

/** Called for each message of an answer, of which the last one is no record. */
export type OnAnswer = (answer: Buffer, isLast: boolean) => void

/** A connection to a real database; answers come in the order of the questions. */
export class Upstream {
  readonly #socket: Socket
  readonly #awaited: OnAnswer[] = []
  readonly #onLost = new Set<() => void>()
  #onIdle = (): void => undefined
  isOpen = true

  constructor(port: number, onClose: () => void) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.setNoDelay(true)
    this.#socket.write(offered)
    const read = unframed((answer) => this.#take(answer))
    let greeting = 4
    this.#socket.on('data', (bytes) => {
      const skipped = Math.min(greeting, bytes.length)
      greeting -= skipped
      read(bytes.subarray(skipped))
    })
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => {
      this.isOpen = false
      this.#onIdle()
      for (const lost of this.#onLost) lost()
      onClose()
    })
  }

  send(question: Buffer, onAnswer: OnAnswer): void {
    this.#awaited.push(onAnswer)
    this.#socket.write(framed(question))
  }

  /** Asks, and resolves with all of the answer. */
  ask(question: Buffer): Promise<readonly Buffer[]> {
    const answers: Buffer[] = []
    return new Promise((resolve, reject) => {
      const lost = () => reject(new Error('The database has closed the connection.'))
      if (this.isOpen) this.#onLost.add(lost)
      else lost()
      this.send(question, (answer, isLast) => {
        answers.push(answer)
        if (!isLast) return
        this.#onLost.delete(lost)
        resolve(answers)
      })
    })
  }

  /** Closes it once all that was asked is answered. */
  async end(): Promise<void> {
    if (this.isOpen && this.#awaited.length > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    this.#socket.destroy()
  }

  #take(answer: Buffer): void {
    const isLast = tagOf(answer) !== tags.record
    this.#awaited[0]?.(answer, isLast)
    if (isLast) this.#awaited.shift()
    if (this.#awaited.length === 0) this.#onIdle()
  }
}

/** Returns a connection that has logged on. */
export async function loggedOn(port: number, user: string, password: string): Promise<Upstream> {
  const upstream = new Upstream(port, () => undefined)
  await upstream.ask(message(tags.hello, { user_agent: 'fakeCluster/1', bolt_agent: { product: 'fakeCluster/1' } }))
  const [answer] = await upstream.ask(message(tags.logon, { scheme: 'basic', principal: user, credentials: password }))
  if (!answer || tagOf(answer) !== tags.success) throw new Error('The replica refuses the user.')
  return upstream
}
