import { useState, type JSX } from 'react'
import { say } from '../../actions/toasts.ts'
import { ask } from '../../data/key.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { root } from '../../urls/urls.ts'

const formats = [
  ['MARKDOWN', 'Markdown', 'to read, in any editor'],
  ['ORIGINAL', 'As it came', 'the file that it was imported from'],
  ['NDJSON', 'JSON Lines', 'everything, to import elsewhere'],
  ['CLAUDE_CODE', 'Claude Code', 'a session that can be resumed'],
  ['CODEX', 'Codex', 'a session that can be resumed'],
  ['GEMINI_CLI', 'Gemini CLI', 'a session that can be resumed'],
  ['PI', 'pi', 'a session that can be resumed'],
  ['OPENAI', 'OpenAI messages', 'what the model sees, for that API'],
  ['ANTHROPIC', 'Anthropic messages', 'what the model sees, for that API'],
  ['NEO_JSON', 'Neo, one document', 'the host’s own form'],
  ['NEO_JSONL', 'Neo, a line a turn', 'the host’s own form'],
] as const

/** Returns the dialog that saves a conversation as a file. */
export default function Export({ id, onClose }: { readonly id: string; readonly onClose: () => void }): JSX.Element {
  const [format, setFormat] = useState<string>('MARKDOWN')
  return (
    <Dialog title="Export" hint="What a format cannot hold is told when it is saved." onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          void save(id, format)
        }}
      >
        <fieldset className="opts">
          <legend className="vh">Format</legend>
          {formats.map(([value, name, hint]) => (
            <label key={value} className="opt">
              <input type="radio" name="format" checked={value === format} onChange={() => setFormat(value)} />
              <span>
                {name}
                <small>{hint}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="dacts">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn main">
            Save
          </button>
        </div>
      </form>
    </Dialog>
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
  const omissions = answer.headers.get('x-turngraph-left-out')
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = name ?? 'conversation'
  link.click()
  URL.revokeObjectURL(link.href)
  if (omissions !== null) say({ text: `Saved. The format cannot hold: ${omissions}`, isFault: false, buttons: [] })
}
