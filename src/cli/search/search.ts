import { plainWord } from '../../domain/messages/plainText.ts'
import { ofOneTenant, ofTenant, withEveryTenant, type TenantFindings } from '../store/everyTenant.ts'
import { searchHits, type FoundHit, type SearchHits } from './searchHits.ts'
import { byId } from '../ids/wholeIds.ts'
import type { CommonOptions, Work } from '../withGraph.ts'
import { addCommand, wholeNumber, type Program } from '../program.ts'
import { styled, type StyledPiece } from '../styled.ts'
import { counted } from '../text.ts'

interface SearchOptions extends CommonOptions {
  readonly in?: string
  readonly path?: true
  readonly limit: number
}

/** Adds `search TEXT`: what answers it, the best first. */
export function addSearch({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'search <text>',
    'find turns by their words, the best first: "a phrase", -without; the last word may be a beginning',
    `turngraph search 'invoice "due date" -draft'\nturngraph search getUserById --in 4fd2 --path`,
  )
    .option('--in <id>', 'only this conversation and what it inherited')
    .option('--path', 'with --in: only the path to its head')
    .option('--limit <number>', 'the most to show', wholeNumber(1_000_000), 20)
    .action(async (text: string, options: SearchOptions) => {
      const asked = options.in === undefined ? options : ofOneTenant(options)
      const run = withEveryTenant(terminal, asked, {
        isSearch: true,
        ask: (work) => searchFor(work, text, options),
        merged: (all) => ({
          hits: all.flatMap(({ tenant, hits }) => ofTenant(tenant, hits)),
          hasMore: all.some(({ hasMore }) => hasMore),
          behind: all
            .map(({ behind }) => behind)
            .reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)), 0),
        }),
      })
      ended(await run)
    })
}

async function searchFor(
  { graph, complain }: Omit<Work, 'say'>,
  text: string,
  options: SearchOptions,
): Promise<TenantFindings<SearchHits>> {
  const { in: conversationId = null, path, limit } = options
  const request = { text, conversationId, onPathOnly: path === true, limit }
  const document =
    conversationId === null
      ? await searchHits(graph, request)
      : await byId(graph, conversationId, (id) => searchHits(graph, { ...request, conversationId: id }))
  const { hits, hasMore, behind } = document
  const found = hits.flatMap((hit, i) => (i === 0 ? hitText(hit) : ['\n', ...hitText(hit)]))
  const end = hits.length === 0 ? 'Nothing was found.\n' : hasMore ? '\n… and more; --limit shows more\n' : ''
  const missing = missingText(behind)
  if (missing !== null) await complain({ code: 'BEHIND', message: missing, details: { behind } })
  return { document, text: [...found, end] }
}

function hitText({ conversationId, title, role, turn, observedAt, matches, ...rest }: FoundHit): StyledPiece[] {
  const place = turn === null ? 'no turn' : `turn ${turn}`
  const versions = matches > 1 ? `, ${matches} versions` : ''
  const minute = observedAt.slice(0, 16).replace('T', ' ')
  const where = `  ${place}${role === null ? '' : `, ${role}`}${versions}`
  return [
    `${minute}  `,
    styled('dim', conversationId),
    '  ',
    styled('bold', plainWord(title)),
    `${where}\n  `,
    ...marked(rest),
    '\n',
  ]
}

/** The words that were found stand out. */
function marked({ snippet, highlights }: Pick<FoundHit, 'snippet' | 'highlights'>): StyledPiece[] {
  let end = 0
  const pieces = highlights.flatMap(({ from, to }) => {
    const before = snippet.slice(end, from)
    end = to
    return [before, styled('yellow', snippet.slice(from, to))]
  })
  return [...pieces, snippet.slice(end)]
}

function missingText(behind: number | null): string | null {
  if (behind === 0) return null
  if (behind === null) return 'The index may be behind: what was stored last may be missing.'
  return `The index is behind: ${counted(behind, 'stored observation is', 'stored observations are')} not searched yet.`
}
