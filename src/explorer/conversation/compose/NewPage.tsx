import { useMemo, type JSX } from 'react'
import { useLocation } from 'wouter'
import type { Perform } from '../../actions/sending.ts'
import { useAction } from '../../actions/useAction.ts'
import { paths } from '../../urls/urls.ts'
import { Composer } from './Composer.tsx'
import { usePageTitle } from '../../parts/usePageTitle.ts'

/** Returns a conversation that is not there yet: its first turn makes it. */
export default function NewPage(): JSX.Element {
  usePageTitle('New conversation')
  const id = useMemo(
    () => crypto.getRandomValues(new Uint32Array(4)).reduce((text, part) => text + part.toString(36), 'chat-'),
    [],
  )
  const [, navigate] = useLocation()
  const action = useAction()
  const store: Perform = (wanted, onDone, key) =>
    action(
      wanted,
      () => {
        onDone?.()
        navigate(paths.conversation(id))
      },
      key,
    )
  return (
    <main className="pane conversation" aria-labelledby="new-title">
      <header className="head">
        <h1 id="new-title">New conversation</h1>
      </header>
      <div className="feedbox">
        <div className="col">
          <p className="soft nothing">What you write first makes the conversation; it stays empty until then.</p>
        </div>
      </div>
      <Composer id={id} headId={null} at={null} turn={null} read={null} colour={0} onAction={store} answer={null} />
    </main>
  )
}
