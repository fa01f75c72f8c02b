import { useState, type JSX } from 'react'
import { say } from '../../actions/toasts.ts'
import { saveExport } from '../../data/saveExport.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'

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
    <Dialog title="Export" hint="When you save, a line says what the format leaves out." onClose={onClose}>
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
        <DialogButtons onClose={onClose} submit="Save" />
      </form>
    </Dialog>
  )
}

async function save(id: string, format: string): Promise<void> {
  const place = `export/${encodeURIComponent(id)}?format=${format}`
  const { fault, omissions } = await saveExport(place, 'It could not be exported.')
  if (fault !== null) say({ text: fault, isFault: true, buttons: [] })
  else if (omissions !== null) say({ text: `Saved. The format cannot hold: ${omissions}`, isFault: false, buttons: [] })
}
