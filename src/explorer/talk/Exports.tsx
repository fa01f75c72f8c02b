import type { JSX } from 'react'
import { say } from '../act/toasts.ts'
import { ask } from '../key.ts'
import { root } from '../place.ts'

const formats = [
  'ORIGINAL',
  'MARKDOWN',
  'NDJSON',
  'CLAUDE_CODE',
  'OPENAI',
  'ANTHROPIC',
  'NEO_JSON',
  'NEO_JSONL',
] as const

/** Returns the buttons that save a conversation as a file. */
export function Exports({ id }: { readonly id: string }): JSX.Element {
  return (
    <details className="exports">
      <summary>Export</summary>
      {formats.map((format) => (
        <button key={format} type="button" onClick={() => void save(id, format)}>
          {format.toLowerCase().replace('_', ' ')}
        </button>
      ))}
    </details>
  )
}

/** Asked for with the key, which a link would not send. */
async function save(id: string, format: string): Promise<void> {
  const answer = await ask(new URL(`export/${encodeURIComponent(id)}?format=${format}`, root)).catch(() => null)
  if (!answer?.ok) {
    const body = (await answer?.json().catch(() => null)) as { error?: { message?: string } } | null | undefined
    say({ text: body?.error?.message ?? 'It could not be exported.', isFault: true, buttons: [] })
    return
  }
  const left = answer.headers.get('x-turngraph-left-out')
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = name ?? 'conversation'
  link.click()
  URL.revokeObjectURL(link.href)
  if (left !== null) say({ text: `Saved. The format cannot hold: ${left}`, isFault: false, buttons: [] })
}
