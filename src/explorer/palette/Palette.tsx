import { Command } from 'cmdk'
import { ChartColumn, History, MessageSquareText, Search, SquarePen } from 'lucide-react'
import * as Dialog from '@radix-ui/react-dialog'
import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { useLocation } from 'wouter'
import { Jump } from '../documents/generated.ts'
import { when } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'

/** Returns what leads to any conversation or screen by a few letters of its name. */
export default function Palette({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const [{ data }] = useQuery({ query: Jump, variables: { title: typed.trim() }, requestPolicy: 'cache-and-network' })
  const first = typed.trim() === '' ? (data?.conversations.nodes[0]?.id ?? 'new') : 'search'
  const type = (text: string): void => {
    setTyped(text)
    // What was pointed at may be gone, or farther down.
    setChosen(null)
  }
  const go = (to: string) => () => {
    onClose()
    navigate(to)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog palette" aria-describedby={undefined}>
          <Dialog.Title className="vh">Jump anywhere</Dialog.Title>
          <Command shouldFilter={false} label="Jump to" value={chosen ?? first} onValueChange={setChosen}>
            <div className="q">
              <Search className="i" />
              <Command.Input aria-label="Jump to" placeholder="Jump to …" value={typed} onValueChange={type} />
            </div>
            <Command.List className="menu" label="Where to">
              {typed.trim() !== '' && (
                <Command.Item value="search" onSelect={go(paths.search(typed.trim()))}>
                  <Search className="i" />
                  <span className="grow cut">Search for “{typed.trim()}”</span>
                </Command.Item>
              )}
              {data?.conversations.nodes.map(({ id, title, updatedAt, dated }) => (
                <Command.Item key={id} value={id} onSelect={go(paths.conversation(id))}>
                  <MessageSquareText className="i" />
                  <span className="grow cut" dir="auto">
                    {title || 'Untitled'}
                  </span>
                  <span className="soft n">{dated ? when(updatedAt) : 'no date'}</span>
                </Command.Item>
              ))}
              <Command.Item value="new" onSelect={go('/new')}>
                <SquarePen className="i" />
                <span className="grow">New conversation</span>
              </Command.Item>
              <Command.Item value="activity" onSelect={go('/activity')}>
                <History className="i" />
                <span className="grow">Activity</span>
              </Command.Item>
              <Command.Item value="stats" onSelect={go('/stats')}>
                <ChartColumn className="i" />
                <span className="grow">Statistics</span>
              </Command.Item>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
