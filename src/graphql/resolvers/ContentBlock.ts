import type { Block } from '../../domain/model.ts'
import { namedAttachment } from '../../app/attachments/attachments.ts'
import type { AttachmentBlockResolvers, ContentBlockResolvers } from '../generated.ts'

const typeNames = {
  text: 'TextBlock',
  thinking: 'ThinkingBlock',
  toolCall: 'ToolCallBlock',
  toolResult: 'ToolResultBlock',
  attachment: 'AttachmentBlock',
  other: 'OtherBlock',
} as const satisfies Record<Block['type'], string>

export const ContentBlock: ContentBlockResolvers = { __resolveType: ({ type }) => typeNames[type] }

export const AttachmentBlock: AttachmentBlockResolvers = {
  attachment: ({ attachmentId }, _, { scope }) => namedAttachment(scope, attachmentId),
}
