import { Ellipsis } from 'lucide-react'
import { useState, type JSX } from 'react'
import { useAskedMay } from '../../data/rights.ts'
import { IconButton } from '../../parts/IconButton.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { turnActions, type AtTurn } from './turnActions.ts'
import { useForkPreview } from './useForkPreview.ts'

/** Returns the menu of a turn, opened: what can be done at it. */
export default function TurnMenu(given: AtTurn): JSX.Element {
  const at = { ...given, mayErase: useAskedMay('ERASE') === true }
  const [isOpen, setOpen] = useState(true)
  const preview = useForkPreview(at.conversationId, at.facts.observationId, isOpen)
  const groups = turnActions(at).map((group) =>
    group.map((action) => (action.name === 'Fork here' && preview !== null ? { ...action, hint: preview } : action)),
  )
  return (
    <Menu
      trigger={<IconButton isSmall icon={Ellipsis} name="Turn actions" />}
      isOpen={isOpen}
      onOpen={setOpen}
      groups={groups}
    />
  )
}
