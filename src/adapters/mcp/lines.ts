import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { parseJSONRPCMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'

/** The longest line that is read; what is longer is refused, and the next line is read. */
export const mostLineBytes = 64 * 1024 * 1024

const newline = 0x0a

/**
 * Messages as lines, from one stream and to another one. What is no message is answered so, and the next line is read:
 * one bad line ends nothing.
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #from: Readable
  readonly #to: Writable
  readonly #most: number
  #pieces: Buffer[] = []
  #bytes = 0
  #closed = false
  readonly #ended: (() => void)[] = []

  constructor(from: Readable, to: Writable, most = mostLineBytes) {
    this.#from = from
    this.#to = to
    this.#most = most
  }

  async start(): Promise<void> {
    this.#from.on('data', (piece: Buffer) => this.#take(piece))
    this.#from.on('end', () => void this.close())
    this.#from.on('error', (error) => this.onerror?.(error))
    // The host has gone.
    this.#to.on('error', () => void this.close())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return
    if (!this.#to.write(`${JSON.stringify(message)}\n`)) await once(this.#to, 'drain')
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#from.pause()
    this.onclose?.()
    for (const done of this.#ended) done()
  }

  /** Tells once nothing more is read or written; `onclose` is the library's. */
  whenEnded(done: () => void): void {
    this.#ended.push(done)
  }

  #take(piece: Buffer): void {
    for (let from = 0; from < piece.length;) {
      const end = piece.indexOf(newline, from)
      this.#keep(piece.subarray(from, end === -1 ? piece.length : end))
      if (end === -1) return
      this.#line()
      from = end + 1
    }
  }

  /** Of a line that is too long nothing is kept but its length. */
  #keep(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#bytes > this.#most) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece)
  }

  #line(): void {
    const [text, bytes] = [Buffer.concat(this.#pieces).toString(), this.#bytes]
    this.#pieces = []
    this.#bytes = 0
    if (bytes > this.#most) {
      this.#refuse(-32600, `The message has ${bytes} bytes; ${this.#most} are the most.`)
      return
    }
    if (text.trim() === '') return
    const message = this.#messageOf(text)
    if (message) this.onmessage?.(message)
  }

  #messageOf(text: string): JSONRPCMessage | null {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return this.#refuse(-32700, 'The line is not JSON.')
    }
    try {
      return parseJSONRPCMessage(value)
    } catch {
      return this.#refuse(-32600, 'The line is not a message of JSON-RPC 2.0.')
    }
  }

  /** It is not known which request it was. */
  #refuse(code: number, message: string): null {
    this.#to.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`)
    return null
  }
}
