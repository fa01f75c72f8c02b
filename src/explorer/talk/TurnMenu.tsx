import * as Menu from '@radix-ui/react-dropdown-menu'
import { useState, type JSX } from 'react'
import type { Act } from '../act/act.ts'
import { base, paths } from '../place.ts'
import type { Editing } from './Editor.tsx'
import { wordsOf } from './entryText.ts'
import type { Entry } from './window.ts'

interface Props {
  readonly talkId: string
  readonly entry: Entry
  readonly headId: string | null
  readonly onAct: (act: Act) => void
  readonly onEdit: (what: Editing) => void
}

/** Returns the menu of a turn, opened: what can be done at it. */
export default function TurnMenu({ talkId, entry, headId: head, onAct, onEdit }: Props): JSX.Element {
  const [copied, setCopied] = useState<string | null>(null)
  const { observation, message, role } = entry
  const link = location.origin + base + paths.talk(talkId, observation.id)
  const at = { observationId: observation.id }
  const copy = async (): Promise<void> => {
    // Only pages by https, or of this machine, may write to the clipboard.
    const isDone = await written(link).then(
      () => true,
      () => false,
    )
    setCopied(isDone ? null : link)
  }
  const before = marksOf(observation.annotations)
  const isMarked = before['mark'] === true
  const isMarker = ['COMPACTION', 'DROP'].includes(observation.kind)
  const items: readonly (readonly [string, boolean, () => void])[] = [
    ['Fork here', true, () => onAct({ kind: 'fork', talkId, at })],
    ['Rewind to here', true, () => onAct({ kind: 'rewind', talkId, to: at, head })],
    ['New version', message != null && role != null, () => onEdit('New version')],
    ['Correct', message != null && wordsOf(entry) !== null, () => onEdit('Correct')],
    ['Compact from here', role != null, () => onEdit('Compact from here')],
    ['Drop from here', role != null && head !== null, () => onAct(dropFrom(talkId, at, head))],
    ['Cancel this marker', isMarker, () => onAct({ kind: 'cancel', talkId, markerId: observation.id, head })],
    ['Delete', message != null && !entry.deleted, () => message && onAct({ kind: 'delete', messageId: message.id })],
    ['Restore', message != null && entry.deleted, () => message && onAct({ kind: 'restore', messageId: message.id })],
    ['Checkpoint', true, () => onEdit('Checkpoint')],
    [
      isMarked ? 'Remove the mark' : 'Mark',
      true,
      () =>
        onAct({ kind: 'annotate', observationId: observation.id, values: { mark: isMarked ? null : true }, before }),
    ],
    ['Copy link', true, () => void copy()],
  ]
  return (
    <>
      {copied !== null && (
        <input aria-label="Link to this turn" readOnly value={copied} onFocus={({ target }) => target.select()} />
      )}
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger className="menu" aria-label="Turn actions">
          ⋯
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className="menu-items" align="end">
            {items
              .filter(([, isThere]) => isThere)
              .map(([name, , onSelect]) => (
                <Menu.Item key={name} onSelect={onSelect}>
                  {name}
                </Menu.Item>
              ))}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
    </>
  )
}

/** The span ends with the path. */
function dropFrom(talkId: string, from: { readonly observationId: string }, head: string | null): Act {
  return { kind: 'drop', talkId, from, to: { observationId: head ?? '' }, summary: '', head }
}

function marksOf(annotations: unknown): Readonly<Record<string, unknown>> {
  return typeof annotations === 'object' && annotations !== null ? { ...annotations } : {}
}

async function written(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
