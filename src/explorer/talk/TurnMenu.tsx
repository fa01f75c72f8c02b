import * as Menu from '@radix-ui/react-dropdown-menu'
import { Fragment, useId, useState, type JSX } from 'react'
import { useLocation } from 'wouter'
import { base, paths } from '../place.ts'
import { turnActions, type AtTurn } from './turnActions.ts'
import { useForkPreview } from './useForkPreview.ts'

const forkHere = 'Fork here'

/** Returns the menu of a turn, opened: what can be done at it. */
export default function TurnMenu(props: AtTurn): JSX.Element {
  const { talkId, entry } = props
  const [copied, setCopied] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const [isOpen, setOpen] = useState(true)
  const previewId = useId()
  const preview = useForkPreview(talkId, entry.observation.id, isOpen)
  const link = location.origin + base + paths.talk(talkId, entry.observation.id)
  const copy = async (): Promise<void> => {
    // Only pages by https, or of this machine, may write to the clipboard.
    const isDone = await written(link).then(
      () => true,
      () => false,
    )
    setCopied(isDone ? null : link)
  }
  const { message } = entry
  const items = [
    ...turnActions(props),
    ...(message ? [{ name: 'History', onSelect: () => navigate(paths.message(message.id)) }] : []),
    { name: 'Copy link', onSelect: () => void copy() },
  ]
  return (
    <>
      {copied !== null && (
        <input aria-label="Link to this turn" readOnly value={copied} onFocus={({ target }) => target.select()} />
      )}
      <Menu.Root open={isOpen} onOpenChange={setOpen} modal={false}>
        <Menu.Trigger className="menu" aria-label="Turn actions">
          ⋯
        </Menu.Trigger>
        <Menu.Portal container={document.querySelector('main')}>
          <Menu.Content className="menu-items" align="end">
            {items.map(({ name, onSelect }) => (
              <Fragment key={name}>
                <Menu.Item onSelect={onSelect} {...(name === forkHere && { 'aria-describedby': previewId })}>
                  {name}
                </Menu.Item>
                {name === forkHere && (
                  <Menu.Label id={previewId} className="soft">
                    {preview}
                  </Menu.Label>
                )}
              </Fragment>
            ))}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
    </>
  )
}

async function written(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
