import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between a client and a server on this machine, and fails as networks do when told to. */
export interface CuttingProxy {
  readonly port: number
  /** From the client's next bytes on, nothing comes back until `cut()`; resolves when there were such bytes. */
  holdAnswers(): Promise<void>
  /** Breaks the connections whose answers are held. */
  cut(): void
  /** The next bytes of the client are lost, and their connection breaks. */
  cutBeforeSending(): void
  close(): Promise<void>
}

type Mode = 'pass' | 'hold' | 'drop'

/** Returns a proxy to a port of this machine. */
export async function cuttingProxy(to: number): Promise<CuttingProxy> {
  let mode: Mode = 'pass'
  let onHeld = () => {}
  const pairs = new Set<Socket>()
  const held = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      pairs.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        pairs.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (mode === 'drop') {
        mode = 'pass'
        client.destroy()
        return
      }
      if (mode === 'hold') {
        mode = 'pass'
        held.add(client)
        onHeld()
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (!held.has(client)) client.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    holdAnswers: () =>
      new Promise((resolve) => {
        onHeld = resolve
        mode = 'hold'
      }),
    cut: () => {
      for (const client of held) client.destroy()
      held.clear()
    },
    cutBeforeSending: () => {
      mode = 'drop'
    },
    close: () => {
      for (const socket of pairs) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
