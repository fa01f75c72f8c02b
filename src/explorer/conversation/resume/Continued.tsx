import { Copy } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import { copyText } from '../../actions/copyLink.ts'
import { paths } from '../../urls/urls.ts'
import type { MadeSession } from './useSession.ts'

interface Props {
  readonly session: MadeSession
  readonly taker: { readonly title: string; readonly folder: string }
  readonly onClose: () => void
}

/** Returns where a session is, or where it is to be put, and the command that continues it. */
export function Continued({ session, taker, onClose }: Props): JSX.Element {
  const { file, fileName, below, commandLine, conversationId } = session
  return (
    <>
      <p dir="auto">
        {file === null ? (
          <>
            Put <code>{fileName}</code> where {taker.title} keeps its sessions:{' '}
            <code>{`${taker.folder}/${below}`}</code>
          </>
        ) : (
          <>
            Written: <code>{file}</code>
          </>
        )}
      </p>
      <p>This continues it:</p>
      <div className="code">
        <pre className="wrapped" tabIndex={0} dir="ltr" aria-label="Command">
          <code>{commandLine}</code>
        </pre>
      </div>
      <p className="soft">
        What {taker.title} writes on goes on in <Link href={paths.conversation(conversationId)}>this conversation</Link>
        {file === null ? ', once it is imported.' : '.'}
      </p>
      <div className="dacts">
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
        <button
          type="button"
          className="btn main"
          autoFocus
          onClick={() => void copyText(commandLine, 'The command is copied.')}
        >
          <Copy className="i s" />
          Copy the command
        </button>
      </div>
    </>
  )
}
