import * as Menu from '@radix-ui/react-dropdown-menu'
import { useState, type JSX } from 'react'
import { base, paths } from '../place.ts'
import type { Entry } from './window.ts'

/** Returns the menu of a turn, opened. */
export default function TurnMenu({ talkId, entry }: { readonly talkId: string; readonly entry: Entry }): JSX.Element {
  const [copied, setCopied] = useState<string | null>(null)
  const link = location.origin + base + paths.talk(talkId, entry.observation.id)
  const copy = async (): Promise<void> => {
    // Only pages by https, or of this machine, may write to the clipboard.
    const isDone = await written(link).then(
      () => true,
      () => false,
    )
    setCopied(isDone ? null : link)
  }
  return (
    <>
      {copied !== null && (
        <input aria-label="Link to this turn" readOnly value={copied} onFocus={(e) => e.target.select()} />
      )}
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger className="menu" aria-label="Turn actions">
          ⋯
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className="menu-items" align="end">
            <Menu.Item onSelect={() => void copy()}>Copy link</Menu.Item>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
    </>
  )
}

async function written(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
