import type { ConnectedGraph } from '../../client/client.ts'
import { badInput, membersOf } from '../turns/json.ts'
import { formattedItem, formattedMessage, isOf, type FormatItem, type MessageFormat } from './formats.ts'
import { ThreadHistory } from './history.ts'
import { chatMessage, ownFormat, threadMessage } from './messages.ts'
import type { ThreadSource } from './types.ts'

/** An item as assistant-ui gives it. */
interface Item {
  readonly parentId: string | null
  readonly message: unknown
  readonly runConfig?: unknown
}

/** Returns what loads and keeps the messages of a thread, in the form of assistant-ui's `ThreadHistoryAdapter`. */
export function historyAdapter(client: ConnectedGraph, source: ThreadSource) {
  const opened = openedBy(client, source)
  return {
    async load() {
      const history = opened.present()
      const loaded = (await history?.load((message) => isOf(ownFormat, message))) ?? none
      const messages = loaded.messages.map(({ parentId, message, storedAt }) => {
        const { runConfig, ...rest } = threadMessage(message, storedAt)
        return { parentId, message: rest, ...(runConfig !== undefined && { runConfig }) }
      })
      return { headId: loaded.headId, messages }
    },
    append: (item: Item) => opened.write((history) => history.append(parentOf(item), withConfig(item))),
    update: (item: Item) => opened.write((history) => history.update(parentOf(item), withConfig(item))),
    delete: (items: readonly Item[]) => opened.write((history) => history.delete(items.map(idOf))),
    withFormat: (format: MessageFormat) => formattedHistory(opened, format),
  }
}

function formattedHistory(opened: Opened, format: MessageFormat) {
  const write = (item: FormatItem, id: string) => formattedMessage(format, item, id)
  return {
    async load() {
      const loaded = (await opened.present()?.load((message) => isOf(format.format, message))) ?? none
      const messages = loaded.messages.map(({ parentId, message }) => formattedItem(format, parentId, message))
      return { headId: loaded.headId, messages }
    },
    append: (item: FormatItem) =>
      opened.write((history) => history.append(item.parentId, write(item, format.getId(item.message)))),
    update: (item: FormatItem, localMessageId: string) =>
      opened.write((history) => history.update(item.parentId, write(item, localMessageId))),
    delete: (items: readonly FormatItem[]) =>
      opened.write((history) => history.delete(items.map(({ message }) => format.getId(message)))),
  }
}

const none = { headId: null, messages: [] } as const

/** The history that is open; writes of it are done in the order in which they were asked for. */
interface Opened {
  /** Null while a thread has no id. */
  present(): ThreadHistory | null
  write(work: (history: ThreadHistory) => Promise<void>): Promise<void>
}

function openedBy(client: ConnectedGraph, source: ThreadSource): Opened {
  const histories = new Map<string, ThreadHistory>()
  const of = (id: string): ThreadHistory => {
    const history = histories.get(id) ?? new ThreadHistory(client, id)
    histories.set(id, history)
    return history
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    present() {
      const id = typeof source === 'string' ? source : source().getState().remoteId
      return id === undefined ? null : of(id)
    },
    async write(work) {
      // Which thread is meant is asked at once: the page may show another one when the write's turn comes.
      const thread = typeof source === 'string' ? null : source()
      const id = async () => (thread ? (thread.getState().remoteId ?? (await thread.initialize()).remoteId) : source)
      const done = last.then(async () => work(of(String(await id()))))
      last = done.catch(() => undefined)
      await done
    },
  }
}

function parentOf({ parentId }: Item): string | null {
  if (parentId === null || typeof parentId === 'string') return parentId
  throw badInput('"parentId" must be the id of a message, or null.', {}, ['parentId'])
}

function withConfig({ message, runConfig }: Item) {
  const chat = chatMessage(message)
  return runConfig === undefined ? chat : { ...chat, runConfig }
}

const idOf = ({ message }: Item): string => String(membersOf(message)?.['id'])
