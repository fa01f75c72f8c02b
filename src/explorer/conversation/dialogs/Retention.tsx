import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { useAction } from '../../actions/useAction.ts'
import { useSending } from '../../actions/useSending.ts'
import { ConversationRetention, type ConversationRetentionQuery } from '../../documents/generated.ts'
import { howLong, keptBy, keptSince, ownDays } from '../../erasures/retention.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { Loading } from '../../parts/Notice.tsx'
import { minuteOf, wholeDate } from '../../parts/text.ts'

interface Props {
  readonly id: string
  readonly onClose: () => void
}

const hint =
  'Counted from when something came in. A daily sweep erases what was kept long enough, for good, with a receipt under Erasures.'

/** Returns the dialog that says how long a conversation is kept, who says so and what goes next, and in which it is set. */
export default function Retention({ id, onClose }: Props): JSX.Element {
  const [{ data, error }] = useQuery({
    query: ConversationRetention,
    variables: { id },
    requestPolicy: 'network-only',
  })
  return (
    <Dialog title="Retention" hint={hint} onClose={onClose}>
      {error && !data && <p className="fault">{error.message}</p>}
      {!data && !error && <Loading rows={3} />}
      {data && <Kept found={data} onClose={onClose} />}
    </Dialog>
  )
}

type Mode = 'tenant' | 'ever' | 'days'
const modeOf = (days: number): Mode => (days === -1 ? 'tenant' : days === 0 ? 'ever' : 'days')

function Kept({ found, onClose }: { readonly found: ConversationRetentionQuery; readonly onClose: () => void }) {
  const ofTenant = found.viewer.retainDays ?? null
  const before = ownDays(found)
  const [mode, setMode] = useState<Mode>(modeOf(before))
  const [days, setDays] = useState(String(before > 0 ? before : (ofTenant ?? 30)))
  const { send, isSending, fault } = useSending(useAction(), `${mode} ${days}`)
  const chosen = mode === 'tenant' ? -1 : mode === 'ever' ? 0 : Number(days)
  const { scopes } = found.viewer.principal
  const may = scopes.includes('WRITE') && scopes.includes('ERASE')
  const facts = <Facts found={found} days={keptBy(may ? chosen : before, ofTenant)} isNow={chosen === before} />
  if (!may || !found.conversation)
    return (
      <>
        {facts}
        <p className="soft">To change it, a key must be allowed to write and to erase.</p>
        <DialogButtons onClose={onClose} />
      </>
    )
  const { id } = found.conversation
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen === before) onClose()
        else send({ kind: 'retain', conversationId: id, days: chosen, before }, onClose)
      }}
    >
      <Choices mode={mode} days={days} ofTenant={ofTenant} onMode={setMode} onDays={setDays} />
      {facts}
      <DialogButtons {...{ onClose, isSending, fault }} submit="Set" />
    </form>
  )
}

interface ChoicesProps {
  readonly mode: Mode
  readonly days: string
  readonly ofTenant: number | null
  readonly onMode: (mode: Mode) => void
  readonly onDays: (days: string) => void
}

function Choices({ mode, days, ofTenant, onMode, onDays }: ChoicesProps): JSX.Element {
  const choices = [
    ['tenant', 'As the tenant says', `now ${howLong(ofTenant)}`],
    ['ever', 'For ever', 'whatever the tenant says'],
    ['days', 'For some days', 'whatever the tenant says'],
  ] as const
  return (
    <>
      <fieldset className="opts">
        <legend className="vh">How long it is kept</legend>
        {choices.map(([value, name, words]) => (
          <label key={value} className="opt">
            <input type="radio" name="retention" checked={mode === value} onChange={() => onMode(value)} />
            <span>
              {name}
              <small>{words}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {mode === 'days' && (
        <>
          <label htmlFor="retain-days">Days</label>
          <input
            id="retain-days"
            className="field"
            type="number"
            required
            min="1"
            max="36500"
            step="1"
            inputMode="numeric"
            value={days}
            onChange={({ target }) => onDays(target.value)}
          />
        </>
      )}
    </>
  )
}

interface FactsProps {
  readonly found: ConversationRetentionQuery
  /** For how many days it is kept by what is chosen; null: for ever. */
  readonly days: number | null
  readonly isNow: boolean
}

function Facts({ found: { conversation, viewer }, days, isNow }: FactsProps): JSX.Element {
  const by = conversation?.retainedBy === 'TENANT' ? 'as the tenant says' : 'as this conversation says'
  const isKnown = days !== null && Number.isInteger(days) && days > 0 && days <= 36_500
  const since = isKnown ? keptSince(days) : null
  const isAny = since !== null && conversation != null && conversation.createdAt < since
  return (
    <dl className="facts2">
      <dt>Now</dt>
      <dd>
        Kept {howLong(conversation?.retainDays ?? null)}
        {conversation?.retainDays != null && <span className="soft"> · {by}</span>}
      </dd>
      <dt>Tenant</dt>
      <dd>Keeps {howLong(viewer.retainDays ?? null)}</dd>
      <dt>{isNow ? 'Next' : 'Then'}</dt>
      <dd aria-live="polite">
        {since === null ? (
          'Nothing goes.'
        ) : (
          <>
            <span className={isAny ? 'warn' : undefined}>
              {isAny ? 'What came in before ' : 'Nothing goes yet: nothing came in before '}
              <time dateTime={since} title={wholeDate(since)}>
                {minuteOf(since)}
              </time>
              {isAny ? ' goes with the next sweep, for good.' : '.'}
            </span>{' '}
            <span className="soft">
              What a fork, a copy or a repetition shares is kept as long as the longest of them says.
            </span>
          </>
        )}
      </dd>
    </dl>
  )
}
