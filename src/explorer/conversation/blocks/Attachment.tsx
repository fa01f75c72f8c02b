import { useEffect, useState, type JSX } from 'react'
import { ask } from '../../data/key.ts'
import { root } from '../../urls/urls.ts'
import { ErasedLine } from '../../parts/ErasedLine.tsx'
import { bytes } from '../../parts/text.ts'
import type { Entry } from '../entries/entry.ts'

type Block = Extract<Entry['content'][number], { __typename: 'AttachmentBlock' }>

/** Kinds of pictures that every browser draws. */
const picture = /^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/

/** Returns an attachment: a picture that this server keeps is drawn, anything else is a link. */
export function Attachment({ block: { attachment, fileName } }: { readonly block: Block }): JSX.Element {
  const { mediaType, byteSize, uri, erased, downloadUrl } = attachment
  const name = fileName ?? uri ?? mediaType
  const own = downloadUrl != null && uri == null ? new URL(downloadUrl.replace(/^\//, ''), root) : null
  const source = usePicture(own !== null && own.origin === root.origin && picture.test(mediaType) ? own.href : null)
  if (erased) return <ErasedLine what="A file was erased" erasure={null} />
  if (source !== null) return <img className="picture" src={source} alt={name} />
  const href = own?.href ?? (uri != null && /^https?:/i.test(uri) ? uri : null)
  const words = `${name}${byteSize == null ? '' : ` (${bytes(byteSize)})`}`
  return (
    <p>
      📎{' '}
      {href === null ? (
        words
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {words}
        </a>
      )}
    </p>
  )
}

/** Asked for with the key, which an element of its own would not send. */
function usePicture(url: string | null): string | null {
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => {
    if (url === null) return
    let made: string | null = null
    let gone = false
    void ask(url)
      .then(async (answer) => (answer.ok ? answer.blob() : null))
      .then((blob) => {
        if (!blob || gone) return
        made = URL.createObjectURL(blob)
        setSource(made)
      })
      .catch(() => undefined)
    return () => {
      gone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [url])
  return source
}
