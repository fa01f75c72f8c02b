import { idInPath } from '../../../runtime/idInPath.ts'
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

/** Formats that hold all branches always, and where they are asked to; the others hold one path. */
const [always, whereAsked] = [new Set(['NDJSON']), new Set(['CLAUDE_CODE', 'ORIGINAL'])]

/** Returns the dialog that saves a conversation as a file. */
export default function Export({ id, onClose }: { readonly id: string; readonly onClose: () => void }): JSX.Element {
  const [format, setFormat] = useState<string>('MARKDOWN')
  const [isAll, setAll] = useState(false)
  const [wholeTree, setWholeTree] = useState(false)
  const mayChoose = whereAsked.has(format)
  return (
    <Dialog title="Export" hint="When you save, a line says what the format leaves out." onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          void save(id, format, mayChoose && wholeTree)
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
        <label className="opt">
          <input
            type="checkbox"
            checked={always.has(format) || (mayChoose && wholeTree)}
            disabled={!mayChoose}
            onChange={({ target }) => setWholeTree(target.checked)}
          />
          <span>
            All branches
            <small>{branchesOf(format)}</small>
          </span>
        </label>
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

function branchesOf(format: string): string {
  if (always.has(format)) return 'It always holds them'
  return whereAsked.has(format) ? 'Else the current one alone' : 'This format cannot hold them: only the current one'
}

async function save(id: string, format: string, wholeTree: boolean): Promise<void> {
  const place = `export/${idInPath(id)}?format=${format}${wholeTree ? '&wholeTree=true' : ''}`
  const { fault, omissions } = await saveExport(place, 'It could not be exported.')
  if (fault !== null) say({ text: fault, isFault: true, buttons: [] })
  else if (omissions !== null) say({ text: `Saved. The format cannot hold: ${omissions}`, isFault: false, buttons: [] })
}
