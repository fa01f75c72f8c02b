import { exportHeaders, formatOfAnswer } from '../../formats/writing/headers.ts'
import { root } from '../urls/urls.ts'
import { ask } from './key.ts'

/** What came of saving: why it could not be saved, or what the file cannot hold; null where there is nothing to say. */
export interface Saved {
  readonly fault: string | null
  readonly omissions: string | null
}

/** Saves what the server exports at a place, asked for with the key, which a link would not send. `name`: instead of the server's. */
export async function saveExport(place: string, otherwise: string, name: string | null = null): Promise<Saved> {
  const answer = await ask(new URL(place, root)).catch(() => null)
  if (!answer?.ok || formatOfAnswer(answer.headers) === null) {
    const body = (await answer?.json().catch(() => null)) as { error?: { message?: string } } | null | undefined
    return { fault: body?.error?.message ?? otherwise, omissions: null }
  }
  const text = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = name ?? text ?? 'conversation'
  link.click()
  URL.revokeObjectURL(link.href)
  return { fault: null, omissions: answer.headers.get(exportHeaders.omissions) }
}
