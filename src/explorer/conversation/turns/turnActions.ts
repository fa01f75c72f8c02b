import {
  Eraser,
  Flag,
  GitFork,
  History,
  Link2,
  ListX,
  Pencil,
  RotateCcw,
  Shrink,
  SquareTerminal,
  Star,
  Tag,
  Trash2,
  Sparkles,
  Undo2,
  WholeWord,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Action } from '../../actions/action.ts'
import { eraseAsked } from '../../erasures/asked.ts'
import { marksOf } from './annotations.ts'
import type { Editing } from './Editor.tsx'
import type { TurnFacts } from './turnFacts.ts'

/** What a turn's actions need to know and to call. */
export interface AtTurn {
  readonly conversationId: string
  readonly facts: TurnFacts
  /** Undefined until it is known, and with it what a move expects. */
  readonly headId: string | null | undefined
  /** Whether an earlier time is shown, at which nothing can be changed. */
  readonly isPast: boolean
  /** Whether the key may change nothing. */
  readonly isReadOnly?: boolean
  readonly onAction: (action: Action) => void
  readonly onEdit: (what: Editing) => void
  readonly onHistory: (messageId: string) => void
  readonly onCopyLink: (observationId: string) => void
  /** An agent is to go on from here. */
  readonly onContinue: () => void
  /** Whether a model is configured that can answer. */
  readonly canAsk?: boolean
  /** Whether the key may erase. */
  readonly mayErase?: boolean
  /** Whether other versions stand beside it. */
  readonly hasVersions?: boolean
}

/** Something that can be done at a turn. */
export interface TurnAction {
  readonly name: string
  readonly icon: LucideIcon
  readonly shortcut?: string
  readonly hint?: string
  readonly isDanger?: boolean
  readonly onSelect: () => void
}

type Group = readonly (TurnAction | false)[]

/** Returns what can be done at a turn, in groups, as its menu shows it. */
export function turnActions(at: AtTurn): readonly (readonly TurnAction[])[] {
  const groups: readonly Group[] = [moves(at), words(at), marks(at), others(at), [removal(at), erasing(at)]]
  return groups.map((group) => group.filter((each) => each !== false))
}

const isFixed = ({ isPast, isReadOnly = false }: AtTurn): boolean => isPast || isReadOnly

function moves({ conversationId, facts, headId: head, isPast, isReadOnly = false, onAction }: AtTurn): Group {
  if (isReadOnly) return []
  const at = { observationId: facts.observationId }
  return [
    {
      name: 'Fork here',
      icon: GitFork,
      shortcut: 'F',
      onSelect: () => onAction({ kind: 'fork', conversationId, at }),
    },
    !isPast &&
      head !== undefined && {
        name: 'Rewind to here',
        icon: RotateCcw,
        shortcut: 'R',
        hint: 'What follows stays as a branch',
        onSelect: () => onAction({ kind: 'rewind', conversationId, to: at, head }),
      },
  ]
}

function words(at: AtTurn): Group {
  const { conversationId, facts, headId, canAsk = false, onAction, onEdit } = at
  const { parentId } = facts
  if (isFixed(at) || headId === undefined || facts.messageId === null || !facts.isOfWords) return []
  return [
    facts.role !== null && {
      name: 'New version',
      icon: Pencil,
      shortcut: 'E',
      hint: 'Stands beside the old one',
      onSelect: () => onEdit('New version'),
    },
    canAsk &&
      facts.role === 'ASSISTANT' &&
      parentId !== null && {
        name: 'Answer again',
        ...{ icon: Sparkles, shortcut: 'A' },
        hint: 'The model answers once more, beside this',
        onSelect: () => onAction({ kind: 'answerAgain', conversationId, at: parentId, head: headId }),
      },
    !facts.isErased && {
      name: 'Fix a typo',
      icon: WholeWord,
      shortcut: 'C',
      hint: 'Words change everywhere, history stays',
      onSelect: () => onEdit('Fix a typo'),
    },
  ]
}

function marks(at: AtTurn): Group {
  const { conversationId, facts, headId: head, onAction, onEdit } = at
  if (isFixed(at) || head === undefined) return []
  const before = marksOf(facts.annotations)
  const isStarred = before['mark'] === true
  const isMarker = facts.kind === 'COMPACTION' || facts.kind === 'DROP'
  const hasAfter = facts.role !== null && head !== null
  const from = { observationId: facts.observationId }
  const span = { from, to: { observationId: head ?? '' }, summary: '' }
  return [
    {
      name: isStarred ? 'Remove the star' : 'Star',
      ...{ icon: Star, shortcut: 'M' },
      onSelect: () =>
        onAction({
          kind: 'annotate',
          observationId: facts.observationId,
          values: { mark: isStarred ? null : true },
          before,
        }),
    },
    { name: 'Label …', icon: Tag, onSelect: () => onEdit('Label') },
    { name: 'Checkpoint …', icon: Flag, onSelect: () => onEdit('Checkpoint') },
    hasAfter && { name: 'Summarise from here …', icon: Shrink, onSelect: () => onEdit('Summarise from here') },
    hasAfter && {
      name: 'Leave out for the model …',
      icon: ListX,
      onSelect: () => onAction({ kind: 'drop', conversationId, ...span, head }),
    },
    isMarker && {
      name: 'Show the model these turns again',
      icon: Undo2,
      onSelect: () => onAction({ kind: 'cancel', conversationId, markerId: facts.observationId, head }),
    },
  ]
}

function others({ facts, onHistory, onCopyLink, onContinue }: AtTurn): Group {
  const { messageId } = facts
  return [
    messageId !== null && { name: 'History', icon: History, onSelect: () => onHistory(messageId) },
    { name: 'Copy link', icon: Link2, shortcut: 'Y', onSelect: () => onCopyLink(facts.observationId) },
    { name: 'Continue in …', icon: SquareTerminal, hint: 'An agent continues from here', onSelect: onContinue },
  ]
}

function removal(at: AtTurn): TurnAction | false {
  const { facts, headId, onAction } = at
  const { messageId, isDeleted, isErased } = facts
  if (isFixed(at) || isErased || headId === undefined || messageId === null) return false
  return isDeleted
    ? { name: 'Restore', icon: Undo2, onSelect: () => onAction({ kind: 'restore', messageId }) }
    : {
        name: 'Delete',
        icon: Trash2,
        shortcut: 'D',
        isDanger: true,
        onSelect: () => onAction({ kind: 'delete', messageId }),
      }
}

/** A turn goes with all that was ever stored of it; of several versions one can go alone. */
function erasing({ facts, isPast, mayErase = false, hasVersions = false }: AtTurn): TurnAction | false {
  const { observationId, messageId, turn, isErased } = facts
  if (!mayErase || isPast || isErased) return false
  const alone = { observationIds: [observationId] }
  const name = turn === null ? 'this entry' : `turn ${turn}`
  const eraseRequest =
    messageId === null
      ? { name, targets: alone }
      : { name, targets: { messageIds: [messageId] }, alone: hasVersions ? alone : null }
  return {
    name: 'Erase …',
    icon: Eraser,
    hint: 'For good, wherever it is stored',
    isDanger: true,
    onSelect: () => eraseAsked.set(eraseRequest),
  }
}
