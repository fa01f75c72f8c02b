import { FileUp, GitBranch } from 'lucide-react'
import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link, useLocation } from 'wouter'
import { PickUp, type PickUpQuery } from '../documents/generated.ts'
import { Loading } from '../parts/Notice.tsx'
import { lastWords, plainLine } from '../parts/plain.ts'
import { Dated } from '../parts/Time.tsx'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { FormatsButton } from '../import/FormatsButton.tsx'
import { SessionsDoor } from '../import/sessions/SessionsDoor.tsx'
import { useSessionFolders } from '../import/sessions/sources.ts'
import { ImportButton } from '../shell/ImportButton.tsx'
import { paths, root } from '../urls/urls.ts'
import { storeSample } from './sample.ts'

/** Returns what to do first; where there are conversations, those to go on with. */
export function StartPage(): JSX.Element {
  usePageTitle(null)
  const [{ data }] = useQuery({ query: PickUp, requestPolicy: 'cache-and-network' })
  if (!data)
    return (
      <main className="pane empty">
        <h1 className="vh">turngraph</h1>
        <Loading />
      </main>
    )
  return data.conversations.nodes.length === 0 ? <FirstRun /> : <Newest nodes={data.conversations.nodes} />
}

function Newest({ nodes }: { readonly nodes: PickUpQuery['conversations']['nodes'] }): JSX.Element {
  return (
    <main className="pane empty">
      <div className="pickup">
        <h1>Pick up where you left off</h1>
        <ul>
          {nodes.map(({ id, title, preview, updatedAt, dated, activeRun, prompts }) => (
            <li key={id}>
              <Link href={paths.conversation(id)} className="card door">
                <span className="pickup-title">
                  <b className="cut" dir="auto">
                    {title || 'Untitled'}
                  </b>
                  {activeRun && <span className="run" role="img" aria-label="under way" title="under way" />}
                  <Dated at={updatedAt} isDated={dated} />
                </span>
                <span className="soft cut" dir="auto">
                  {plainLine(prompts.nodes[0]?.text ?? '') || lastWords(preview)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}

function FirstRun(): JSX.Element {
  const [isBusy, setBusy] = useState(false)
  const folders = useSessionFolders()
  const [, navigate] = useLocation()
  const openSample = async (): Promise<void> => {
    setBusy(true)
    const id = await storeSample()
    setBusy(false)
    if (id !== null) navigate(paths.conversation(id))
  }
  return (
    <main className="pane empty firstrun">
      <Drawing />
      <h1 className="big">See where your conversations went</h1>
      <p className="soft lead">
        Every branch, every version, every tool call, kept and searchable. Begin with what you have.
      </p>
      <div className="doors">
        {folders.length > 0 && <SessionsDoor folders={folders} />}
        <section className="card door drop" aria-labelledby="door-drop">
          <span className="ico">
            <FileUp className="i l" />
          </span>
          <h2 id="door-drop">Drop a file</h2>
          <p>An export of a chat app, a log of an agent, or JSON Lines. Formats are known by their content.</p>
          <span>
            <ImportButton>Choose files</ImportButton> <FormatsButton />
          </span>
        </section>
        <section className="card door" aria-labelledby="door-sample">
          <span className="ico">
            <GitBranch className="i l" />
          </span>
          <h2 id="door-sample">Look at a sample</h2>
          <p>A trip to Lisbon with two branches and a fork. It is stored like anything else.</p>
          <span>
            <button type="button" className="btn line" disabled={isBusy} onClick={() => void openSample()}>
              Open the sample
            </button>
          </span>
        </section>
      </div>
      <p className="soft programs">
        Or write to it from a program: <span className="mono">POST /graphql</span> ·{' '}
        <a className="link" href={new URL('graphql', root).href}>
          Try the API
        </a>{' '}
        · agents by MCP: <span className="mono">/mcp</span>
      </p>
    </main>
  )
}

function Drawing(): JSX.Element {
  return (
    <svg width="216" height="88" viewBox="0 0 216 88" fill="none" strokeWidth="2.5" aria-hidden="true">
      <path d="M12 44H204" stroke="var(--b0)" />
      <path d="M58 44C82 44 72 16 96 16H146" stroke="var(--b1)" />
      <path d="M104 44C128 44 118 72 142 72H186" stroke="var(--b2)" />
      {[12, 58, 104, 152].map((x) => (
        <circle key={x} cx={x} cy="44" r="6" fill="var(--b0)" stroke="var(--paper)" />
      ))}
      <circle cx="204" cy="44" r="11" fill="var(--b0)" opacity="0.2" />
      <circle cx="204" cy="44" r="8" fill="var(--b0)" stroke="var(--paper)" />
      {[96, 146].map((x) => (
        <circle key={x} cx={x} cy="16" r="6" fill="var(--b1)" stroke="var(--paper)" />
      ))}
      {[142, 186].map((x) => (
        <circle key={x} cx={x} cy="72" r="6" fill="var(--b2)" stroke="var(--paper)" />
      ))}
    </svg>
  )
}
