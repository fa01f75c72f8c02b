import { useState, type JSX } from 'react'
import { Link } from 'wouter'
import { NoteLine } from '../parts/Notice.tsx'
import { counted } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import { eraseAsked } from './asked.ts'
import { kindWords, passedBy, places } from './secretWords.ts'
import { useSecrets, type Looked, type SecretEntry, type TargetName } from './useSecrets.ts'

interface Props {
  /** The conversation that is looked through; null: all of them. */
  readonly conversationId: string | null
  readonly mayErase: boolean
}

/** Returns what looks for secrets in what is stored, lists where some stand, and erases those that are chosen. */
export function SecretsCard({ conversationId, mayErase }: Props): JSX.Element {
  const { looked, isLooking, look, stop } = useSecrets(conversationId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const entries = looked?.entries ?? []
  const choose = (ids: readonly string[], isChosen: boolean): void => {
    const others = [...chosen].filter((id) => !ids.includes(id))
    setChosen(new Set(isChosen ? [...others, ...ids] : others))
  }
  return (
    <section className="card fig" aria-labelledby="secrets-title">
      <header>
        <h2 id="secrets-title">Secrets</h2>
        <span className="soft grow" role="status">
          {looked === null
            ? `Keys, tokens and passwords in ${conversationId === null ? 'what is stored' : 'this conversation'}`
            : progressOf(looked, isLooking)}
        </span>
        {isLooking ? (
          <button type="button" className="btn line sm" onClick={stop}>
            Stop
          </button>
        ) : (
          <button
            type="button"
            className="btn line sm"
            onClick={() => void look(looked?.isDone === true ? null : looked)}
          >
            {looked === null ? 'Look for secrets' : looked.isDone ? 'Look again' : 'Look on'}
          </button>
        )}
      </header>
      {looked?.fault != null && (
        <NoteLine isWarning>
          <span className="fault">{looked.fault}</span>
        </NoteLine>
      )}
      {looked?.isDone === true && looked.notScanned.length > 0 && (
        <p className="soft">Not scanned: {looked.notScanned.map((one) => passedBy[one]).join(', ')}.</p>
      )}
      {entries.length > 0 && <Entries {...{ entries, chosen, mayErase }} onChoose={choose} />}
      {mayErase && erasable(entries).length > 0 && (
        <div className="rowx">
          <button
            type="button"
            className="btn danger line"
            disabled={chosen.size === 0}
            onClick={() => askToErase(entries.filter(({ id }) => chosen.has(id)))}
          >
            Erase chosen …
          </button>
        </div>
      )}
    </section>
  )
}

function askToErase(entries: readonly SecretEntry[]): void {
  const name = counted(entries.length, 'entry', 'entries')
  const ids = (of: TargetName) => [...new Set(entries.flatMap(({ targets }) => targets?.[of] ?? []))]
  const all = (['observationIds', 'attachmentIds', 'entityIds'] as const).map((of) => [of, ids(of)] as const)
  const targets = Object.fromEntries(all.filter(([, some]) => some.length > 0))
  eraseAsked.set({ name, targets, reason: 'SECRET_LEAKED' })
}

/** Which of them one may choose. */
const erasable = (entries: readonly SecretEntry[]): readonly SecretEntry[] =>
  entries.filter(({ targets }) => targets !== null)

function progressOf({ entries, scanned, isDone }: Looked, isLooking: boolean): string {
  const results = entries.length === 0 ? 'nothing found' : `found in ${counted(entries.length, 'entry', 'entries')}`
  const through = `Looked through ${counted(scanned, 'entry', 'entries')}: ${results}`
  if (isLooking) return `${through} …`
  return isDone ? `${through}.` : `${through}, and there is more.`
}

interface EntriesProps {
  readonly entries: readonly SecretEntry[]
  readonly chosen: ReadonlySet<string>
  readonly mayErase: boolean
  readonly onChoose: (ids: readonly string[], isChosen: boolean) => void
}

function Entries({ entries, chosen, mayErase, onChoose }: EntriesProps): JSX.Element {
  const all = erasable(entries)
  const isAll = all.every(({ id }) => chosen.has(id))
  return (
    <ul className="secrets">
      {mayErase && all.length > 1 && (
        <li>
          <label className="opt">
            <input
              type="checkbox"
              checked={isAll}
              onChange={({ target }) =>
                onChoose(
                  all.map(({ id }) => id),
                  target.checked,
                )
              }
            />
            All of them
          </label>
        </li>
      )}
      {entries.map((entry) => (
        <li key={entry.id}>
          {mayErase && entry.targets !== null ? (
            <label className="opt">
              <input
                type="checkbox"
                checked={chosen.has(entry.id)}
                onChange={({ target }) => onChoose([entry.id], target.checked)}
              />
              <Kinds entry={entry} />
            </label>
          ) : (
            <Kinds entry={entry} />
          )}
          <Place entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function Kinds({ entry: { kinds, places: all } }: { readonly entry: SecretEntry }): JSX.Element {
  return (
    <span>
      {kinds.map(kindWords).join(', ')}
      <small>{all.map((place) => places[place]).join(', ')}</small>
    </span>
  )
}

/** The way to it: to its turn, or to the history of the message where it is a correction. */
function Place({ entry: { targets, finding } }: { readonly entry: SecretEntry }): JSX.Element {
  const { conversation, message, observation, entity } = finding
  if (entity) return <span dir="auto">{entity.name || 'An entity'}</span>
  if (!conversation) return <span className="soft">in a deleted conversation</span>
  const isOnPath = observation?.turn != null || message == null
  return (
    <span>
      <Link
        className="link"
        href={isOnPath ? paths.conversation(conversation.id, observation?.id) : paths.message(message.id)}
        dir="auto"
      >
        {conversation.title || 'Untitled'}
        {observation?.turn != null && `, turn ${observation.turn}`}
      </Link>
      {targets === null && <small>goes with the whole conversation alone</small>}
    </span>
  )
}
