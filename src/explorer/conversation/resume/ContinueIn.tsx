import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { SessionTakers, type SessionTakersQuery } from '../../documents/generated.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { Loading } from '../../parts/Notice.tsx'
import { saveSession } from './saveSession.ts'
import { Continued } from './Continued.tsx'
import { sessionNotes } from './sessionNotes.ts'
import { useMakeSession, usePreview, type MadeSession } from './useSession.ts'

interface Props {
  readonly conversationId: string
  readonly observationId: string
  readonly onClose: () => void
}
type Taker = SessionTakersQuery['sessionTakers'][number]

/** Returns the dialog that makes a session of an agent of a turn and what is before it. */
export default function ContinueIn({ conversationId, observationId, onClose }: Props): JSX.Element {
  const [{ data }] = useQuery({ query: SessionTakers, variables: { id: conversationId } })
  const [made, setMade] = useState<{ readonly session: MadeSession; readonly taker: Taker } | null>(null)
  return (
    <Dialog title="Continue in …" hint="An agent continues from this turn, in its own session." onClose={onClose}>
      {made && <Continued {...made} onClose={onClose} />}
      {!made && !data && <Loading rows={3} />}
      {!made && data && (
        <Choice
          {...{ conversationId, observationId, onClose }}
          takers={data.sessionTakers}
          cwd={data.conversation?.cwd ?? ''}
          onMade={(session, taker) => setMade({ session, taker })}
        />
      )}
    </Dialog>
  )
}

interface ChoiceProps extends Props {
  readonly takers: readonly Taker[]
  readonly cwd: string
  readonly onMade: (session: MadeSession, taker: Taker) => void
}

function Choice({ conversationId, observationId, takers, cwd: before, onMade, onClose }: ChoiceProps): JSX.Element {
  const [chosen, setChosen] = useState<string | null>(null)
  const [cwd, setCwd] = useState(before)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const preview = usePreview(conversationId, observationId, chosen)
  const make = useMakeSession()
  const name = chosen ?? preview?.agent ?? null
  const taker = takers.find((one) => one.name === name)
  const save = async (): Promise<void> => {
    if (!taker || isBusy) return
    setBusy(true)
    const putHere = taker.putsHere
    const session = await make({ conversationId, observationId, agent: taker.name, cwd: cwd.trim(), putHere })
    const refusal = typeof session === 'string' ? session : putHere ? null : await saveSession(session)
    setBusy(false)
    setFault(refusal)
    if (refusal === null && typeof session !== 'string') onMade(session, taker)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Agents takers={takers} name={name} onChoose={setChosen} />
      <label htmlFor="continue-in-folder">Folder in which it works</label>
      <input
        id="continue-in-folder"
        className="field mono"
        dir="auto"
        required
        value={cwd}
        onChange={({ target }) => setCwd(target.value)}
      />
      <div role="status" className="soft">
        {preview === null && 'Looking at what it can hold …'}
        {preview && taker && (
          <ul>
            {sessionNotes(taker.title, preview).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {(fault ?? preview?.fault) && (
          <p className="bad" dir="auto">
            {fault ?? preview?.fault}
          </p>
        )}
      </div>
      <DialogButtons
        onClose={onClose}
        submit={taker?.putsHere === true ? 'Write the session' : 'Save the session'}
        isDisabled={!taker || isBusy || preview === null}
      />
    </form>
  )
}

interface AgentsProps {
  readonly takers: readonly Taker[]
  readonly name: string | null
  readonly onChoose: (name: string) => void
}

function Agents({ takers, name: chosen, onChoose }: AgentsProps): JSX.Element {
  return (
    <fieldset className="opts">
      <legend className="vh">Agent</legend>
      {takers.map(({ name, title, folder, putsHere }) => (
        <label key={name} className="opt">
          <input type="radio" name="agent" checked={name === chosen} onChange={() => onChoose(name)} />
          <span>
            {title}
            <small>{putsHere ? `written into ${folder}` : `a file for ${folder}`}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
