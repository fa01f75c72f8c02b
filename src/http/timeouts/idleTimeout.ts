import type { Readable } from 'node:stream'
import { Disconnected } from '../../graphql/answer/interruptions.ts'

/** Yields what a body brings, which is left open for the answer; rejects once nothing has come for so long. */
export async function* idleTimeout(body: Readable, ms: number): AsyncGenerator<Uint8Array> {
  const pieces = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
  try {
    for (;;) {
      const next = await nextWithin(pieces, ms)
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: it waits for a piece that may never come.
    void pieces.return?.()
  }
}

async function nextWithin<T>(pieces: AsyncIterator<T>, ms: number): Promise<IteratorResult<T>> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Disconnected(`Nothing came for ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([pieces.next(), silence])
  } finally {
    clearTimeout(timer)
  }
}
