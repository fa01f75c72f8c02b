import * as Radix from '@radix-ui/react-dialog'
import type { JSX, ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Returns a dialog, opened: its title, a sentence, and what is in it. */
export function Dialog({ title, hint, children, onClose }: Props): JSX.Element {
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className="dialog"
          {...(hint === undefined && { 'aria-describedby': undefined })}
          onInteractOutside={(event) => {
            // A message above the dialog, as "Try again", is part of what is done in it.
            if (event.target instanceof Element && event.target.closest('.toasts')) event.preventDefault()
          }}
        >
          <Radix.Title>{title}</Radix.Title>
          {hint !== undefined && <Radix.Description className="soft">{hint}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
