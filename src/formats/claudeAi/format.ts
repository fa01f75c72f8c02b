import { attachingFormat } from '../reading/records/recordFormat.ts'
import { ClaudeAiReader, isConversation } from './reader.ts'

/** Exports of claude.ai's data, and conversations as its web interface has them. */
export const claudeAi = attachingFormat({
  name: 'CLAUDE_AI',
  mediaType: 'application/json; charset=utf-8',
  files: ['conversations.json', '*.zip (an export with such a file in it)'],
  recognises: ({ objects }) => objects.some(isConversation),
  entries: 'STEPS',
  long: [['chat_messages']],
  reader: (context, { attachmentBytes }) => new ClaudeAiReader(context, attachmentBytes),
})
