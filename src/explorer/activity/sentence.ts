import { howLong } from '../erasures/retention.ts'
import { own } from '../../runtime/own.ts'
import { counted } from '../parts/text.ts'
import { eventWords } from './words.ts'

/** A line of a ledger, as far as its sentence needs it. */
export interface EventWords {
  readonly kind: string
  readonly details: unknown
  readonly principal?:
    { readonly kind: string; readonly id: string | null; readonly label?: string | null } | null | undefined
  readonly headTo?: { readonly turn: number | null } | null | undefined
}

/** What was done: the words, and a name that somebody gave, which stands behind them. */
export interface Sentence {
  readonly who: string | null
  readonly words: string
  /** The words before and behind the conversation's title, which stands in them where lines of several are read together; null: it stands at the end. */
  readonly around: readonly [string, string] | null
  readonly name: string | null
  /** What became of it, in a few words. */
  readonly more: string | null
}

type Facts = Readonly<Record<string, unknown>>
type Part = Omit<Sentence, 'who'>

const factsOf = (value: unknown): Facts => (typeof value === 'object' && value !== null ? { ...value } : {})
const textIn = (facts: Facts, key: string): string | null => {
  const value = own(facts, key)
  return typeof value === 'string' && value !== '' ? value : null
}
const says = (words: string, name: string | null = null, more: string | null = null): Part => ({
  ...{ words, name, more },
  around: null,
})
/** The same of a conversation: `object` is what it is called where its own lines are read. */
const saysOf = (
  before: string,
  object: string,
  after = '',
  name: string | null = null,
  more: string | null = null,
): Part => ({
  words: [before, object, after].filter((part) => part !== '').join(' '),
  around: [before, after],
  ...{ name, more },
})

/** Returns an act as a sentence; `turns`: how many it added; `viewerId`: who reads it, if a key or a token says so. */
export function sentenceOf(event: EventWords, turns: number, viewerId: string | null): Sentence {
  const facts = factsOf(event.details)
  const make = own(parts, event.kind)
  const part = make ? make(facts, { turns, turn: event.headTo?.turn ?? null }) : plain(event.kind)
  return { ...part, who: whoOf(event, viewerId) }
}

function whoOf({ principal }: EventWords, viewerId: string | null): string | null {
  if (principal == null) return null
  if (principal.kind === 'ANONYMOUS' || (principal.id !== null && principal.id === viewerId)) return 'You'
  return principal.label ?? principal.id ?? (principal.kind === 'OPERATOR' ? 'The operator' : null)
}

const plain = (kind: string): Part => says(lower(own(eventWords, kind) ?? 'Changed something'))
const lower = (words: string): string => words.slice(0, 1).toLowerCase() + words.slice(1)

interface Moved {
  readonly turns: number
  readonly turn: number | null
}
const leftBehind = (facts: Facts): string | null => {
  const count = own(facts, 'leftTranscript')
  if (typeof count !== 'number' || count === 0) return null
  return `${counted(count, 'turn')} ${count === 1 ? 'stays' : 'stay'} as a branch`
}
const toTurn = ({ turn }: Moved): string => (turn === null || turn === 0 ? 'the beginning' : `turn ${turn}`)

const isOfTurn = (facts: Facts): boolean => textIn(facts, 'messageId') !== null

const parts: Readonly<Record<string, (facts: Facts, moved: Moved) => Part>> = {
  STORE: (facts, { turns }) =>
    turns > 0
      ? {
          ...says(`added ${counted(turns, 'turn')}`, null, leftBehind(facts)),
          around: [`added ${counted(turns, 'turn')} to`, ''],
        }
      : plain('STORE'),
  CREATE: () => saysOf('made', 'the conversation'),
  FORK: (facts) => (textIn(facts, 'fork') === null ? saysOf('made', 'this', 'as a fork') : saysOf('forked', 'it')),
  REWIND: (facts, moved) => says(`rewound to ${toTurn(moved)}`, null, leftBehind(facts)),
  SWITCH: (facts, moved) => says(`went on from another branch, at ${toTurn(moved)}`, null, leftBehind(facts)),
  DELETE: (facts) => (isOfTurn(facts) ? says('deleted a turn') : saysOf('deleted', 'the conversation')),
  RESTORE: (facts) => (isOfTurn(facts) ? says('restored a turn') : saysOf('restored', 'the conversation')),
  ERASE: () => says('erased content for good'),
  CHECKPOINT: (facts) => says('set the checkpoint', textIn(facts, 'name')),
  IMPORT: (facts, { turns }) => {
    const [name, more] = [textIn(facts, 'fileName'), turns > 0 ? counted(turns, 'turn') : null]
    const from = name === null ? 'from a file' : 'from'
    return { ...says(`imported ${from}`, name, more), around: ['imported', from] }
  },
  ANNOTATE: (facts) => annotated(factsOf(own(facts, 'annotations'))),
  UPDATE: (facts) => updated(facts),
  RUN: (facts) => says(own(runWords, textIn(facts, 'state') ?? '') ?? 'changed a run'),
}

const runWords: Readonly<Record<string, string>> = {
  CLAIMED: 'began a run',
  SUSPENDED: 'suspended a run',
  COMPLETED: 'completed a run',
  ABORTED: 'aborted a run',
}

function annotated(values: Facts): Part {
  const branch = own(values, 'branch')
  if (branch !== undefined)
    return branch === null ? says('took a branch’s name off') : says('named a branch', textIn(values, 'branch'))
  if (Object.hasOwn(values, 'mark')) return says(own(values, 'mark') === true ? 'starred a turn' : 'took a star off')
  const label = textIn(values, 'label')
  return label === null ? says('changed the notes on a turn') : says('labelled a turn', label)
}

function updated(facts: Facts): Part {
  if (Object.hasOwn(facts, 'title')) {
    const title = textIn(facts, 'title')
    return title === null ? says('took its title off') : saysOf('renamed', 'it', 'to', title)
  }
  const { pinned, archived } = factsOf(own(facts, 'metadata'))
  if (pinned !== undefined) return saysOf(pinned === true ? 'pinned' : 'unpinned', 'it')
  if (archived !== undefined) return saysOf(archived === true ? 'archived' : 'unarchived', 'it')
  const days = own(facts, 'retainDays')
  if (typeof days === 'number') return saysOf('keeps', 'it', retained(days))
  return says('changed its details')
}

/** Of the tenant's own days 0 is for ever, as of a conversation's. */
const retained = (days: number): string =>
  days === -1 ? 'as long as the tenant says' : howLong(days === 0 ? null : days)
