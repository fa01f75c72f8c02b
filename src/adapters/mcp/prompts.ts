import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { GraphClient } from '../../client/graphClient.ts'
import { instructions } from './instructions.ts'
import { idsOf, asClientErrors, transcriptOf } from './resources.ts'

/** Offers what a person may begin with: storing this chat, going on with an earlier one, trying another way. */
export function registerPrompts(
  server: McpServer,
  client: GraphClient,
  { readOnly }: { readonly readOnly: boolean },
): void {
  const conversation_id = completable(z.string().describe('The conversation.'), (value) => idsOf(client, value))
  if (!readOnly)
    server.registerPrompt(
      'store-this-chat',
      { title: 'Store this chat', description: 'Stores what was said so far, and every turn from now on.' },
      () => userMessages(storing),
    )
  server.registerPrompt(
    'resume-conversation',
    {
      title: 'Go on with a conversation',
      description: 'Reads a stored conversation and continues where it ended.',
      argsSchema: z.object({ conversation_id }),
    },
    async ({ conversation_id: id }, { mcpReq }) =>
      asClientErrors({}, async () =>
        userMessages(
          `Go on with the conversation "${id}" that turngraph keeps. Use that conversation_id for every turn you store.`,
          await transcriptOf(client, id, mcpReq.signal),
        ),
      ),
  )
  if (!readOnly)
    server.registerPrompt(
      'explore-alternative',
      {
        title: 'Try another way',
        description: 'Forks a conversation at a message and asks something else there; the original stays as it is.',
        argsSchema: z.object({
          conversation_id,
          at_message_id: z.string().describe('The last message that both share.'),
          question: z.string().describe('What is asked instead.'),
        }),
      },
      ({ conversation_id: id, at_message_id, question }) =>
        userMessages(
          `Call fork_conversation with source "${id}" and at_message_id "${at_message_id}". Then read get_transcript ` +
            `of the fork, and go on in the fork alone: store this question as the user's turn there, answer it, and ` +
            `store your answer.\n\n${question}`,
        ),
    )
}

const storing = `Store this conversation in turngraph by these rules. Begin with store_turns for everything that was said so
far, oldest first, then go on turn by turn.\n\n${instructions}`

function userMessages(...texts: readonly string[]): GetPromptResult {
  return { messages: texts.map((text) => ({ role: 'user', content: { type: 'text', text } })) }
}
