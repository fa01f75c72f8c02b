import { embeddingMessages } from '../../app/attachments/attachments.ts'
import { checkFileName } from '../../domain/records/attachment.ts'
import { counted } from '../connection.ts'
import type { AttachmentResolvers } from '../generated.ts'
import { nodeId } from '../nodeIds.ts'
import { downloadUrl } from '../downloadUrl.ts'

export const Attachment: AttachmentResolvers = {
  nodeId: ({ id }) => nodeId('Attachment', id),
  erased: ({ erased }) => erased === true,
  downloadUrl: (attachment, { fileName }, { scope, sign }) =>
    attachment.erased
      ? null
      : downloadUrl(attachment, fileName == null ? null : checkFileName(fileName), scope.tenant, sign),
  embeddedIn: async (attachment, page, { scope }) => counted(await embeddingMessages(scope, attachment, page)),
}
