import { useState } from 'react'
import { say } from '../../actions/toasts.ts'
import { ask } from '../../data/key.ts'
import { root } from '../../urls/urls.ts'

/** A file that goes with what is written; its id comes when all of it is sent. */
export interface AttachedFile {
  readonly key: number
  readonly name: string
  readonly size: number
  readonly id: string | null
}

export interface Attachments {
  readonly files: readonly AttachedFile[]
  readonly attach: (files: readonly File[]) => void
  readonly remove: (key: number) => void
}

let count = 0

/** Returns the files that go with what is written; each is sent as soon as it is chosen. */
export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly AttachedFile[]>([])
  const remove = (key: number): void => setFiles((now) => now.filter((file) => file.key !== key))
  const send = async (key: number, file: File): Promise<void> => {
    const sent = await put(file)
    if (typeof sent === 'string')
      setFiles((now) => now.map((each) => (each.key === key ? { ...each, id: sent } : each)))
    else {
      remove(key)
      say({ text: `${file.name} could not be attached: ${sent.fault}`, isFault: true, buttons: [] })
    }
  }
  const attach = (chosen: readonly File[]): void => {
    for (const file of chosen) {
      count += 1
      const key = count
      setFiles((now) => [...now, { key, name: file.name, size: file.size, id: null }])
      void send(key, file)
    }
  }
  return { files, attach, remove }
}

/** Sends a file, and returns its id, or why it was refused. */
async function put(file: File): Promise<string | { readonly fault: string }> {
  const url = new URL('attachments', root)
  url.searchParams.set('mediaType', file.type === '' ? 'application/octet-stream' : file.type)
  url.searchParams.set('fileName', file.name)
  try {
    const answer = await ask(url, {
      method: 'PUT',
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
    })
    const body = (await answer.json().catch(() => null)) as { id?: string; error?: { message?: string } } | null
    return answer.ok && typeof body?.id === 'string'
      ? body.id
      : { fault: body?.error?.message ?? `status ${answer.status}` }
  } catch {
    return { fault: 'the server does not answer' }
  }
}
