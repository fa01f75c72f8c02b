import type { JSX, ReactNode } from 'react'
import { useQuery } from 'urql'
import { useResponder } from '../conversation/answers/responder.ts'
import { keepKey, apiKey } from '../data/key.ts'
import { useObservable } from '../data/observable.ts'
import { Viewer } from '../documents/generated.ts'
import { FolderWords, ImportSessionsButton } from '../import/sessions/SessionsDoor.tsx'
import { useSessionFolders } from '../import/sessions/sources.ts'
import { Seg } from '../parts/Seg.tsx'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { theme } from '../shell/theme.ts'
import { ErasuresCard } from './ErasuresCard.tsx'
import { PricesCard } from './PricesCard.tsx'
import { RetentionCard } from './RetentionCard.tsx'
import { enterKey, textSize, thinkingShown } from './choices.ts'

/** Returns the settings: what this browser keeps, and what the server says of itself. */
export default function SettingsPage(): JSX.Element {
  usePageTitle('Settings')
  return (
    <main className="pane" aria-labelledby="settings-title">
      <header className="head">
        <h1 id="settings-title" className="grow">
          Settings
        </h1>
      </header>
      <div className="page narrow scroll" tabIndex={-1}>
        <Looks />
        <PricesCard />
        <RetentionCard />
        <ErasuresCard />
        <Server />
      </div>
    </main>
  )
}

function Looks(): JSX.Element {
  const [look, size, enter, thinking] = [
    useObservable(theme),
    useObservable(textSize),
    useObservable(enterKey),
    useObservable(thinkingShown),
  ]
  return (
    <section className="card fig" aria-labelledby="looks-title">
      <header>
        <h2 id="looks-title">How it looks</h2>
      </header>
      <Row name="Theme">
        <Seg
          name="Theme"
          chosen={look}
          choices={[
            { value: 'auto', name: 'As the system' },
            { value: 'light', name: 'Light' },
            { value: 'dark', name: 'Dark' },
          ]}
          onChoose={theme.set}
        />
      </Row>
      <Row name="Text size">
        <Seg
          name="Text size"
          chosen={size}
          choices={(['15', '16', '17'] as const).map((value) => ({ value, name: value }))}
          onChoose={textSize.set}
        />
      </Row>
      <Row name="Enter" hint="the other one makes a new line">
        <Seg
          name="Enter"
          chosen={enter}
          choices={[
            { value: 'line', name: 'Ctrl Enter sends' },
            { value: 'send', name: 'Enter sends' },
          ]}
          onChoose={enterKey.set}
        />
      </Row>
      <Row name={<label htmlFor="thinking">Show thinking without a click</label>}>
        <input
          id="thinking"
          type="checkbox"
          className="chk"
          checked={thinking === 'yes'}
          onChange={({ target }) => thinkingShown.set(target.checked ? 'yes' : 'no')}
        />
      </Row>
    </section>
  )
}

function Row({
  name,
  hint,
  children,
}: {
  readonly name: ReactNode
  readonly hint?: string
  readonly children: ReactNode
}): JSX.Element {
  return (
    <div className="setrow">
      <span className="grow">
        {name}
        {hint !== undefined && <small>{hint}</small>}
      </span>
      {children}
    </div>
  )
}

const scopeWords: Readonly<Record<string, string>> = {
  READ: 'read',
  WRITE: 'write',
  ERASE: 'erase',
  ADMIN: 'administer',
}

function Server(): JSX.Element {
  const [{ data }] = useQuery({ query: Viewer, requestPolicy: 'cache-and-network' })
  const key = useObservable(apiKey)
  const model = useResponder()
  const folders = useSessionFolders()
  const principal = data?.viewer.principal
  const who = principal?.label ?? principal?.id ?? 'No name: this server asks for no key'
  const may = principal?.scopes.map((scope) => scopeWords[scope] ?? scope.toLowerCase()).join(', ') ?? ''
  return (
    <section className="card fig" aria-labelledby="server-title">
      <header>
        <h2 id="server-title">This server</h2>
      </header>
      <dl className="facts2">
        <dt>Tenant</dt>
        <dd dir="auto">{data?.viewer.tenant ?? '…'}</dd>
        <dt>You</dt>
        <dd dir="auto">
          {principal ? who : '…'}
          {may !== '' && <span className="soft"> · may {may}</span>}
        </dd>
        <dt>Model</dt>
        <dd dir="auto">
          {model === null ? (
            <span className="soft">None: set RESPONDER_URL on the server to ask one here</span>
          ) : (
            (model.model ?? model.models?.[0] ?? 'Configured')
          )}
        </dd>
        {folders.length > 0 && (
          <>
            <dt>Sessions on this machine</dt>
            <dd>
              <FolderWords folders={folders} />{' '}
              <ImportSessionsButton folders={folders} className="link">
                Import what is new
              </ImportSessionsButton>
            </dd>
          </>
        )}
        {key !== '' && (
          <>
            <dt>Key</dt>
            <dd>
              Kept in this tab{' '}
              <button type="button" className="link" onClick={() => keepKey('')}>
                Forget it
              </button>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
