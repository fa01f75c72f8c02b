import { say } from '../actions/toasts.ts'
import { keyHeaders, keyWanted } from '../data/key.ts'
import { observable } from '../data/observable.ts'
import { counted, grouped } from '../parts/text.ts'
import { paths, root } from '../urls/urls.ts'
import { parsed, readLines, sumsOf, type ImportedFile, type ImportRun, type Report } from './run.ts'

/** The newest import of this tab. */
export const importRun = observable<ImportRun | null>(null)

/** How far a file is that was not begun. */
const nothing = { sent: 0, stored: 0, nodes: 0 } as const

let queue: readonly File[] = []
let request: XMLHttpRequest | null = null

/** Imports files, one after the other, and says in the end what came of them; what is given meanwhile comes behind. */
export async function importFiles(files: readonly File[], navigate: (to: string) => void): Promise<void> {
  if (files.length === 0) return
  const running = importRun.get()
  const isRunning = running !== null && running.endedAt === null
  const waiting = files.map(({ name, size }) => ({ name, size, report: null, fault: null }))
  queue = [...queue, ...files]
  if (isRunning) {
    importRun.set({ ...running, files: [...running.files, ...waiting] })
    return
  }
  importRun.set({ startedAt: Date.now(), endedAt: null, files: waiting, ...nothing })
  for (let at = 0; ; at += 1) {
    const [next, ...rest] = queue
    if (next === undefined) break
    queue = rest
    settle(at, await sent(next))
  }
  change((run) => ({ ...run, endedAt: Date.now() }))
  const ended = importRun.get()
  if (ended) announce(ended, navigate)
}

/** Ends an import: what waits is not sent, and what is being sent is not stored. */
export function stopImport(): void {
  queue = []
  request?.abort()
}

function announce(run: ImportRun, navigate: (to: string) => void): void {
  const { added, unchanged, skipped, conversations, refused } = sumsOf(run)
  const [file] = run.files
  const [first] = conversations
  const report = { label: 'Report', onPress: () => navigate('/import') }
  const open = first === undefined ? [] : [{ label: 'Open', onPress: () => navigate(paths.conversation(first)) }]
  if (refused.length === run.files.length) {
    const text = run.files.length === 1 ? `${file?.name}: ${file?.fault}` : 'None of the files was read.'
    say({ text, isFault: true, buttons: [report] })
    return
  }
  const counts = `${grouped(added)} added, ${grouped(unchanged)} unchanged${skipped > 0 ? `, ${grouped(skipped)} skipped` : ''}`
  const isOne = run.files.length === 1
  const text = isOne ? `${file?.name}: ${counts}` : `${counts}, in ${counted(conversations.length, 'conversation')}`
  const lost = refused.length === 0 ? '' : `. ${counted(refused.length, 'file')} not read.`
  say({ text: text + lost, isFault: refused.length > 0, buttons: isOne ? [...open, report] : [report] })
}

function change(next: (run: ImportRun) => ImportRun): void {
  const run = importRun.get()
  if (run) importRun.set(next(run))
}

function settle(at: number, outcome: Pick<ImportedFile, 'report' | 'fault'>): void {
  change((run) => ({
    ...run,
    ...nothing,
    files: run.files.map((file, place) => (place === at ? { ...file, ...outcome } : file)),
  }))
}

async function sent(file: File): Promise<Pick<ImportedFile, 'report' | 'fault'>> {
  try {
    return { report: await send(file), fault: null }
  } catch (thrown) {
    return { report: null, fault: thrown instanceof Error ? thrown.message : 'It was not sent.' }
  }
}

/** A request that reports how much of it is sent, which `fetch` does not. */
function send(file: File): Promise<Report> {
  const url = new URL('import', root)
  url.searchParams.set('fileName', file.name)
  return new Promise<Report>((resolve, reject) => {
    const xmlHttpRequest = new XMLHttpRequest()
    request = xmlHttpRequest
    xmlHttpRequest.open('POST', url)
    for (const [name, value] of Object.entries(keyHeaders())) xmlHttpRequest.setRequestHeader(name, value)
    xmlHttpRequest.setRequestHeader('content-type', 'application/octet-stream')
    xmlHttpRequest.setRequestHeader('accept', 'application/x-ndjson')
    xmlHttpRequest.upload.onprogress = ({ loaded }) => change((run) => ({ ...run, sent: loaded }))
    xmlHttpRequest.onprogress = () => {
      const { progress } = readLines(xmlHttpRequest.responseText)
      if (progress) change((run) => ({ ...run, stored: progress.bytes, nodes: progress.nodes }))
    }
    xmlHttpRequest.onerror = () => reject(new Error('The server does not answer.'))
    xmlHttpRequest.onabort = () => reject(new Error('Stopped before it was read.'))
    xmlHttpRequest.onload = () => {
      if (xmlHttpRequest.status === 401) keyWanted.set(true)
      const { report, fault } = readLines(xmlHttpRequest.responseText)
      if (xmlHttpRequest.status === 200 && report) resolve(report)
      else reject(new Error(fault ?? refusalOf(xmlHttpRequest)))
    }
    xmlHttpRequest.send(file)
  }).finally(() => (request = null))
}

function refusalOf({ responseText, status }: XMLHttpRequest): string {
  const error = parsed(responseText)?.['error'] as { message?: string } | undefined
  return error?.message ?? (status === 200 ? 'The answer ended before it was complete.' : `Status ${status}`)
}
