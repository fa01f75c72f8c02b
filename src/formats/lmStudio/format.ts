import { recordFormat } from '../reading/records/recordFormat.ts'
import { isConversation, LmStudioReader } from './reader.ts'

/** Conversations of LM Studio, in which every message has all its versions. */
export const lmStudio = recordFormat({
  name: 'LM_STUDIO',
  mediaType: 'application/json; charset=utf-8',
  files: ['~/.lmstudio/conversations/*.conversation.json'],
  recognises: ({ objects }) => objects.some(isConversation),
  entries: 'STEPS',
  long: [['messages']],
  reader: (context) => new LmStudioReader(context),
})
