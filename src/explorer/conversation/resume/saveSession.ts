import { ask } from '../../data/key.ts'
import { root } from '../../urls/urls.ts'
import type { MadeSession } from './useSession.ts'

/** Saves the file of a session under its name; answers why it could not, or null. */
export async function saveSession({ conversationId, id, fileName }: MadeSession): Promise<string | null> {
  const place = `export/${encodeURIComponent(conversationId)}?session=${encodeURIComponent(id)}`
  // Asked for with the key, which a link would not send.
  const answer = await ask(new URL(place, root)).catch(() => null)
  if (!answer?.ok) {
    const body = (await answer?.json().catch(() => null)) as { error?: { message?: string } } | null | undefined
    return body?.error?.message ?? 'The session could not be saved.'
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
  return null
}
