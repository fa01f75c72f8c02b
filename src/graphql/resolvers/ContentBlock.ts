import type { Block } from '../../domain/model.ts'
import type { ContentBlockResolvers, OtherBlockResolvers } from '../generated.ts'

const typeNames = {
  text: 'TextBlock',
  thinking: 'ThinkingBlock',
  toolCall: 'ToolCallBlock',
  toolResult: 'ToolResultBlock',
  attachment: 'OtherBlock',
  other: 'OtherBlock',
} as const satisfies Record<Block['type'], string>

export const ContentBlock: ContentBlockResolvers = { __resolveType: ({ type }) => typeNames[type] }

export const OtherBlock: OtherBlockResolvers = { value: (block) => (block.type === 'other' ? block.value : null) }
