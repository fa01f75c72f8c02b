/** The thread of the index: it follows the store, and finds. Started by the store's own thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { idleMemory, shrinkHeap } from '../../runtime/idleMemory.ts'
import { failureOf } from '../../storage/sqlite/threads/writer.ts'
import type { ThreadAnswer, RequestBatch, BatchAnswer, Started } from '../../storage/sqlite/threads/messages.ts'
import type { SearchRequest, SearchThreadData } from './messages.ts'
import { followedIndex, type FollowedIndex } from './followedIndex.ts'

const post = (message: Started | BatchAnswer<unknown>) => parentPort?.postMessage(message)
/** How often it is looked for what was written, in milliseconds: less often the longer nothing is, for that takes a process at rest most. */
const [shortestPause, longestPause] = [200, 1_600]

function answerOf(index: FollowedIndex, searchRequest: SearchRequest): ThreadAnswer<unknown> {
  try {
    if (searchRequest.ask === 'find')
      return { value: JSON.stringify(index.find(searchRequest.tenant, searchRequest.request)) }
    if (searchRequest.ask === 'behind') return { value: index.behind() }
    if (searchRequest.ask === 'compact') return { value: index.compact() }
    if (searchRequest.ask === 'stale') return { value: index.stale(searchRequest.tenant, searchRequest.ids) }
    if (searchRequest.ask === 'reindex') index.reindex()
    else if (searchRequest.ask === 'refresh') index.refresh(searchRequest.tenant, searchRequest.ids)
    else index.forget(searchRequest.tenant, searchRequest.ids)
    return { value: null }
  } catch (error) {
    return { failure: failureOf(error, false) }
  }
}

function start({ path, index: file, cacheBytes }: SearchThreadData): void {
  const index = followedIndex(path, file, cacheBytes)
  let timer: NodeJS.Timeout | undefined
  let [pause, isTidy] = [shortestPause, false]
  const memory = idleMemory(() => {
    index.rest()
    void shrinkHeap()
  })
  const follow = () => {
    const step = index.step()
    if (step !== false) memory.worked()
    pause = step === false ? Math.min(pause * 2, longestPause) : shortestPause
    if (step !== false) isTidy = false
    else if (!isTidy && pause === longestPause) isTidy = !index.tidy()
    // Between two steps searches are answered. A commit of the index for each turn that comes would take as much as the turn.
    timer = setTimeout(follow, step === 'full' ? 0 : pause)
  }
  post({ obstacle: null })
  follow()
  parentPort?.on('message', (batch: RequestBatch<SearchRequest> | 'close') => {
    if (batch !== 'close') {
      post({ answers: batch.requests.map((searchRequest) => answerOf(index, searchRequest)) })
      memory.worked()
      return
    }
    clearTimeout(timer)
    memory.stop()
    index.close()
    parentPort?.close()
  })
}

try {
  start(workerData as SearchThreadData)
} catch (error) {
  post({ obstacle: { message: error instanceof Error ? error.message : String(error), refused: false } })
}
