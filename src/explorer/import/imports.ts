import { say } from '../actions/toasts.ts'
import { keyHeaders, keyWanted } from '../data/key.ts'
import { paths, root } from '../urls/urls.ts'
import { observable } from '../data/observable.ts'

/** Files that are being imported, and how far each is. */
export const importing = observable<readonly { readonly name: string; readonly part: number }[]>([])

interface Report {
  readonly added: number
  readonly unchanged: number
  readonly skipped: number
  readonly conversationIds: readonly string[]
}

/** Imports files, one after the other, and says of each what came of it. */
export async function importFiles(files: readonly File[], navigate: (to: string) => void): Promise<void> {
  for (const file of files) {
    try {
      const report = await send(file)
      const [first] = report.conversationIds
      const open = first === undefined ? [] : [{ label: 'Open', onPress: () => navigate(paths.conversation(first)) }]
      say({ text: `${file.name}: ${wordsOf(report)}`, isFault: false, buttons: open })
    } catch (thrown) {
      say({
        text: `${file.name}: ${thrown instanceof Error ? thrown.message : 'not sent'}`,
        isFault: true,
        buttons: [],
      })
    }
  }
}

function wordsOf({ added, unchanged, skipped }: Report): string {
  return `${added} added, ${unchanged} unchanged${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A request that tells how much of it is sent, which `fetch` does not. */
function send(file: File): Promise<Report> {
  const url = new URL('import', root)
  url.searchParams.set('fileName', file.name)
  const tell = (part: number | null): void => {
    const others = importing.get().filter(({ name }) => name !== file.name)
    importing.set(part === null ? others : [...others, { name: file.name, part }])
  }
  return new Promise<Report>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(keyHeaders())) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => tell(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new Error('The server does not answer.'))
    request.onload = () => {
      if (request.status === 401) keyWanted.set(true)
      const answer = parsed(request.responseText)
      if (request.status === 200) resolve(answer as Report)
      else
        reject(
          new Error((answer as { error?: { message?: string } } | null)?.error?.message ?? `Status ${request.status}`),
        )
    }
    tell(0)
    request.send(file)
  }).finally(() => tell(null))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
