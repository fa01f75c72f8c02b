import { ListedConversations, type ListedFragment } from '../client/documents/generated.ts'
import { plainWord } from '../domain/messages/plainText.ts'
import { conversations } from './ids/pages.ts'
import { ofTenant, withEveryTenant } from './store/everyTenant.ts'
import type { CommonOptions, Work } from './withGraph.ts'
import { addCommand, wholeNumber, type Program } from './program.ts'
import { counted, minuteOf } from './text.ts'

interface ListOptions extends CommonOptions {
  readonly limit: number
  readonly all?: true
  readonly archived?: boolean
}

/** Adds `list`: the conversations, newest activity first. */
export function addList({ root, terminal, ended }: Program): void {
  addCommand(root, 'list', 'list the conversations of every tenant, newest activity first', 'turngraph list --limit 5')
    .option('--limit <number>', 'the most to list', wholeNumber(1_000_000), 20)
    .option('--all', 'list every one, however many')
    .option('--archived', 'list archived conversations only')
    .action(async (options: ListOptions) => {
      const run = withEveryTenant(terminal, options, {
        ask: (work) => list(work, options),
        merged: (all) => ({
          conversations: all.flatMap((one) => ofTenant(one.tenant, one.conversations)),
          hasMore: all.some(({ hasMore }) => hasMore),
        }),
      })
      ended(await run)
    })
}

async function list({ graph }: Pick<Work, 'graph'>, { limit, all, archived = false }: ListOptions) {
  const listed: ListedFragment[] = []
  let hasMore = false
  for await (const conversation of conversations(graph, ListedConversations, { archived })) {
    hasMore = all !== true && listed.length === limit
    if (hasMore) break
    listed.push(conversation)
  }
  const width = Math.max(0, ...listed.map(({ turnCount }) => turns(turnCount).length))
  const none = archived ? 'No conversation is archived.\n' : 'There is no conversation yet.\n'
  const lines = [
    ...listed.map((one) => lineOf(one, width)),
    ...(hasMore ? ['… and more; --all lists every one\n'] : []),
  ]
  return { document: { conversations: listed, hasMore }, text: listed.length === 0 ? none : lines }
}

const turns = (count: number): string => counted(count, 'turn', 'turns')

function lineOf({ id, title, updatedAt, turnCount }: ListedFragment, width: number): string {
  return `${minuteOf(updatedAt)}  ${turns(turnCount).padStart(width)}  ${plainWord(`${id}  ${title}`)}\n`
}
