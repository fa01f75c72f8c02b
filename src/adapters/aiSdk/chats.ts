import { connect, type ConnectedGraph } from '../../client/client.ts'
import { existing } from '../../client/conversations/places.ts'
import { dataUrlOf } from '../turns/hashedBytes.ts'
import { readPath } from '../turns/path.ts'
import { asArgumentErrors } from './argumentErrors.ts'
import { branchesOf, goToBranch, placeOf } from './branches.ts'
import { decodePath } from './decode.ts'
import { encodeAll } from './encode.ts'
import { withFiles } from './files.ts'
import { saveMessages } from './saveChat.ts'
import type { ChatOptions, Chats } from './types.ts'
import type { AnyChatMessage, SavedMessage } from './uiMessage.ts'

/** Connects to the chats of a server, or of a store in this process. */
export async function connectChats<Message extends AnyChatMessage = SavedMessage>(
  options: ChatOptions = {},
): Promise<Chats<Message>> {
  return 'client' in options ? chatsOf(options.client, false) : chatsOf(await connect(options), true)
}

function chatsOf<Message extends AnyChatMessage>(client: ConnectedGraph, isOwn: boolean): Chats<Message> {
  const load = async (id: string) => {
    const path = existing(await readPath(client.conversations.open(id)), id)
    const messages: unknown[] = []
    for (const decoded of decodePath(path)) messages.push(await withFiles(client, decoded))
    // It is what was saved, and that was of this type.
    return messages as Message[]
  }
  const create = async (id: string | undefined, options: object) =>
    (await client.conversations.create({ ...options, ...(id !== undefined && { id }) })).id
  const goTo = async (id: string, to: Parameters<Chats['switchBranch']>[1]) => {
    await goToBranch(client, id, typeof to === 'string' ? await placeOf(client, id, to) : to.observationId)
    return load(id)
  }
  return {
    client,
    loadChat: (id) => asArgumentErrors(() => load(id)),
    createChat: (id, options = {}) => asArgumentErrors(() => create(id, options)),
    saveChat: ({ chatId, messages }) =>
      asArgumentErrors(async () => saveMessages(client, chatId, encodeAll(messages, dataUrlOf))),
    listBranches: (id) => asArgumentErrors(() => branchesOf(client, id)),
    switchBranch: (id, to) => asArgumentErrors(() => goTo(id, to)),
    // A client that was given is its owner's to close.
    close: () => (isOwn ? client.close() : Promise.resolve()),
  }
}
