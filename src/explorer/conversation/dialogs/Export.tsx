import { Download } from 'lucide-react'
import { useState, type JSX } from 'react'
import { say } from '../../actions/toasts.ts'
import { saveExport } from '../../data/saveExport.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'

const formats = [
  ['MARKDOWN', 'Markdown', 'For people: what was said, to read in any editor'],
  ['ORIGINAL', 'As it came', 'The file that it was imported from, and what came since'],
  ['NDJSON', 'JSON Lines', 'Everything, with all branches; imports as it is'],
  ['OPENAI', 'OpenAI messages', 'What the model sees, for that API'],
  ['CLAUDE_CODE', 'Claude Code', 'A session that can be resumed'],
  ['CODEX', 'Codex', 'A session that can be resumed'],
  ['GEMINI_CLI', 'Gemini CLI', 'A session that can be resumed'],
  ['PI', 'pi', 'A session that can be resumed'],
  ['ANTHROPIC', 'Anthropic messages', 'What the model sees, for that API'],
  ['NEO_JSON', 'Neo, one document', 'The host’s own form'],
  ['NEO_JSONL', 'Neo, a line a turn', 'The host’s own form'],
] as const
/** Those that are shown at first. */
const usual = 4

/** Returns the dialog that saves a conversation as a file. */
export default function Export({ id, onClose }: { readonly id: string; readonly onClose: () => void }): JSX.Element {
  const [format, setFormat] = useState<string>('MARKDOWN')
  const [isAll, setAll] = useState(false)
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
          {formats.slice(0, isAll ? formats.length : usual).map(([value, name, hint]) => (
            <label key={value} className="opt">
              <input type="radio" name="format" checked={value === format} onChange={() => setFormat(value)} />
              <span>
                {name}
                <small>{hint}</small>
              </span>
            </label>
          ))}
          {!isAll && (
            <button type="button" className="link more" onClick={() => setAll(true)}>
              {formats.length - usual} more formats
            </button>
          )}
        </fieldset>
        <DialogButtons onClose={onClose} submit={saveWords} />
      </form>
    </Dialog>
  )
}

const saveWords = (
  <>
    <Download className="i s" /> Save
  </>
)

async function save(id: string, format: string): Promise<void> {
  const place = `export/${encodeURIComponent(id)}?format=${format}`
  const { fault, omissions } = await saveExport(place, 'It could not be exported.')
  if (fault !== null) say({ text: fault, isFault: true, buttons: [] })
  else if (omissions !== null) say({ text: `Saved. The format cannot hold: ${omissions}`, isFault: false, buttons: [] })
}
