import type { LucideIcon } from 'lucide-react'
import * as Radix from '@radix-ui/react-dropdown-menu'
import { Fragment, useId, type JSX, type ReactNode } from 'react'

/** A line of a menu. */
export interface MenuItem {
  readonly name: string
  readonly icon?: LucideIcon
  readonly hint?: ReactNode
  readonly shortcut?: string
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** Of a choice among several: whether it is the chosen one. */
  readonly isChosen?: boolean
  readonly onSelect: () => void
}

interface Props {
  readonly trigger: ReactNode
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Groups, each behind a line. */
  readonly groups: readonly (readonly MenuItem[])[]
  readonly align?: 'start' | 'end'
}

/** Returns a menu at what opens it. */
export function Menu({ trigger, isOpen, onOpen, groups, align = 'end' }: Props): JSX.Element {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpen} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={document.querySelector('main') ?? document.querySelector('nav')}>
        <Radix.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
          {groups
            .filter((items) => items.length > 0)
            .map((items, at) => (
              <Fragment key={at}>
                {at > 0 && <Radix.Separator className="menu-line" />}
                {items.some(({ isChosen }) => isChosen !== undefined) ? (
                  <Radix.RadioGroup value={items.find(({ isChosen }) => isChosen)?.name ?? ''}>
                    {items.map((item) => (
                      <Radix.RadioItem key={item.name} value={item.name} onSelect={item.onSelect}>
                        <Words item={item} />
                      </Radix.RadioItem>
                    ))}
                  </Radix.RadioGroup>
                ) : (
                  items.map((item) => <Item key={item.name} item={item} />)
                )}
              </Fragment>
            ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Item({ item }: { readonly item: MenuItem }): JSX.Element {
  const { hint, isDanger = false, isDisabled = false, onSelect } = item
  const hintId = useId()
  const hasHint = hint !== undefined && hint !== null
  return (
    <>
      <Radix.Item
        onSelect={onSelect}
        disabled={isDisabled}
        {...(hasHint && { 'aria-describedby': hintId })}
        {...(isDanger && { className: 'danger' })}
      >
        <Words item={item} />
      </Radix.Item>
      {hasHint && (
        <Radix.Label id={hintId} className="hint">
          {hint}
        </Radix.Label>
      )}
    </>
  )
}

function Words({ item: { icon: Icon, name, shortcut } }: { readonly item: MenuItem }): JSX.Element {
  return (
    <>
      {Icon && <Icon className="i" />}
      <span className="grow" dir="auto">
        {name}
      </span>
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </>
  )
}
