import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands before a server, which is away while it is shut. */
export interface Gate {
  readonly url: string
  /** Breaks what is open, and lets nobody in. */
  shut(): void
  open(): void
  close(): Promise<void>
}

/** Returns a gate before a server of this machine. */
export async function gateBefore(url: string): Promise<Gate> {
  const to = Number(new URL(url).port)
  const open = new Set<Socket>()
  let isShut = false
  const server = createServer((client) => {
    if (isShut) return void client.destroy()
    const upstream = connect(to, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: () => {
      isShut = true
      cut()
    },
    open: () => {
      isShut = false
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
