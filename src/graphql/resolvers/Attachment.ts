import { embeddingMessages } from '../../app/queries.ts'
import { counted } from '../connection.ts'
import type { AttachmentResolvers } from '../generated.ts'
import { nodeId } from '../nodeIds.ts'
import { downloadUrl } from '../served.ts'

export const Attachment: AttachmentResolvers = {
  nodeId: ({ id }) => nodeId('Attachment', id),
  downloadUrl: (attachment) => downloadUrl(attachment),
  embeddedIn: async (attachment, page, { act }) => counted(await embeddingMessages(act, attachment, page)),
}
