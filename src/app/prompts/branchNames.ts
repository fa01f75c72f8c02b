import { diffWordsWithSpace } from 'diff'
import type { JunctionKind, TreeNode } from '../../domain/model.ts'
import { textOf } from '../../domain/messages/blocks.ts'
import { distinctNames } from '../../domain/prompts/branchNames.ts'
import type { BranchOutline, BranchOutlines } from '../../domain/prompts/branches.ts'
import { promptOf, flagsOf } from '../../domain/prompts/promptOf.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import type { Scope } from '../scope.ts'
import { entryOf, messageOf } from '../transcripts/entries.ts'
import { branchesOfTree } from './branchOutlines.ts'
import type { Branch } from './branches.ts'

/** What a branch is called, and whether a person or a program named it. */
export interface BranchName {
  readonly name: string
  readonly named: boolean
}

/** The annotation that names a branch, at the node where it begins. */
const nameKey = 'branch'
const longestName = 60
const mostWords = 24
/** Of more branches the names are not read at once: each of these has its number. */
const mostRead = 200
/** What of a prompt is compared with its first version. */
const compared = 2000

type Names = ReadonlyMap<BranchOutline, BranchName>
const known = new WeakMap<Reads, Map<string, Promise<Names>>>()

/** Returns what a branch is called, no other one of its conversation alike: by its annotation, its host's word for it, else by what sets it apart. */
export async function nameOf(scope: Scope, { conversation, outline }: Branch): Promise<BranchName> {
  const outlines = await branchesOfTree(scope, conversation)
  if (outlines.branches.length > mostRead) return nameWithNumber(scope, conversation.id, outlines, outline)
  const names = known.get(scope.reads) ?? new Map<string, Promise<Names>>()
  known.set(scope.reads, names)
  const key = `${conversation.version} ${conversation.id}`
  const all = names.get(key) ?? namesOf(scope, conversation.id, outlines)
  names.set(key, all)
  return (await all).get(outline) ?? ownName(scope, conversation.id, outline)
}

async function namesOf(scope: Scope, conversationId: string, outlines: BranchOutlines): Promise<Names> {
  const branches = byAge(outlines)
  const places = new Map(branches.map((branch, at) => [branch, at]))
  const own = await Promise.all(
    branches.map(async (branch) => {
      const [name, begins] = await Promise.all([
        ownName(scope, conversationId, branch),
        beginningOf(scope, branch, outlines),
      ])
      return { ...name, ...begins, from: (begins.from && places.get(begins.from)) ?? null }
    }),
  )
  const names = distinctNames(own)
  return new Map(branches.map((branch, at) => [branch, { name: names[at] ?? '', named: own[at]?.named === true }]))
}

/** Where a branch begins: at which prompt and turn, and on which branch that it parts from. */
async function beginningOf({ reads }: Scope, { first }: BranchOutline, { ofSegment }: BranchOutlines) {
  const place = asTreeNode(await reads.observation(first.id))?.place
  const parent = place?.parentId == null ? null : asTreeNode(await reads.observation(place.parentId))
  return {
    prompt: place?.prompts.count ?? 0,
    turn: place?.turns ?? 0,
    from: (parent && ofSegment.get(parent.place.segmentId)) ?? null,
  }
}

const ages = new WeakMap<BranchOutlines, readonly BranchOutline[]>()

/** The branches of a tree, the one that began first before all others. */
function byAge(outlines: BranchOutlines): readonly BranchOutline[] {
  const before = ages.get(outlines)
  if (before) return before
  const isOlder = (a: BranchOutline, b: BranchOutline) =>
    a.first.ingestedAt === b.first.ingestedAt ? a.first.id < b.first.id : a.first.ingestedAt < b.first.ingestedAt
  const sorted = [...outlines.branches].sort((a, b) => (isOlder(a, b) ? -1 : 1))
  ages.set(outlines, sorted)
  return sorted
}

const numbers = new WeakMap<BranchOutlines, ReadonlyMap<BranchOutline, number>>()

async function nameWithNumber(
  scope: Scope,
  conversationId: string,
  outlines: BranchOutlines,
  branch: BranchOutline,
): Promise<BranchName> {
  const { name, named } = await ownName(scope, conversationId, branch)
  const all = numbers.get(outlines) ?? new Map(byAge(outlines).map((one, at) => [one, at + 1]))
  numbers.set(outlines, all)
  const number = all.get(branch)
  const suffix = ` (branch ${number})`
  // A name that was read and stored again has its number already.
  const isWhole = (number === 1 && !named) || name.endsWith(suffix)
  return { name: isWhole ? name : `${name}${suffix}`, named }
}

async function ownName({ reads }: Scope, conversationId: string, branch: BranchOutline): Promise<BranchName> {
  const [first, annotations] = await Promise.all([
    reads.observation(branch.first.id),
    reads.annotations(branch.first.id),
  ])
  const input = annotations?.values[nameKey] ?? first?.branchId
  const name = typeof input === 'string' ? oneLine(input) : ''
  if (name !== '') return { name, named: true }
  const node = asTreeNode(first)
  return { name: node ? await derivedName(reads, conversationId, node, branch) : 'branch', named: false }
}

async function derivedName(
  reads: Reads,
  conversationId: string,
  node: TreeNode,
  branch: BranchOutline,
): Promise<string> {
  if (branch.oldest === null) return 'main'
  if (node.role === 'ASSISTANT') return `answer ${branch.index}`
  if (node.role !== 'USER') return `branch ${branch.index}`
  const oldest = asTreeNode(await reads.observation(branch.oldest.id))
  const [words, before] = await Promise.all([
    wordsOf(reads, conversationId, node),
    oldest && wordsOf(reads, conversationId, oldest),
  ])
  const own = oldest?.role === 'USER' ? insertedWords(before ?? '', words) : oneLine(words)
  return cut(own) || `version ${branch.index}`
}

/** What a prompt says now: nothing where its message is deleted. */
async function wordsOf(reads: Reads, conversationId: string, node: TreeNode): Promise<string> {
  const message = await messageOf(reads, node)
  if (message?.deleted) return ''
  const { blocks } = entryOf({ id: conversationId }, node, 0, message, { values: 'CURRENT', includeDeleted: false })
  return promptOf(textOf(blocks) ?? '', flagsOf(node)).text.slice(0, compared)
}

/** The first words that a text has and another one has not; all of a text that has little in common with the other one. */
function insertedWords(before: string, words: string): string {
  if (before === words) return ''
  const parts = diffWordsWithSpace(before, words, { maxEditLength: 400 })
  if (parts === undefined || isAnother(parts, before, words)) return oneLine(words)
  return oneLine(withoutEdges(firstRun(parts)))
}

type Part = ReturnType<typeof diffWordsWithSpace>[number]

/** Whether two texts begin otherwise and share less than half of the shorter one: then it is another question, and no version of the words. */
function isAnother(parts: readonly Part[], before: string, words: string): boolean {
  const [first] = parts
  if (first && !first.added && !first.removed && first.value.trim().length >= sameBeginning) return false
  const letters = (text: string) => text.replaceAll(/\s+/g, '').length
  const common = parts.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : letters(value)), 0)
  return common * 2 < Math.min(letters(before), letters(words))
}

/** Letters of a beginning that two versions of one question have in common. */
const sameBeginning = 8

/** What is kept between two runs of new words and is no longer than this belongs to them: a blank, a short word. */
const gap = 4

/** The first run of words that were put in. */
function firstRun(parts: readonly Part[]): string {
  const remaining = parts.filter(({ removed }) => !removed)
  const from = remaining.findIndex(({ added, value }) => added && value.trim() !== '')
  if (from < 0) return ''
  const rest = remaining.slice(from)
  const end = rest.findIndex(({ added, value }) => !added && value.length > gap)
  return (end < 0 ? rest : rest.slice(0, end)).map(({ value }) => value).join('')
}

/** Signs that stand between words name nothing at the edge of some. */
const withoutEdges = (words: string): string => words.replaceAll(/^[\s\p{P}]+|[\s,;:.–"'”’»-]+$/gu, '')

function oneLine(text: string): string {
  return Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, longestName).join('').trim()
}

function cut(text: string): string {
  const points = Array.from(text)
  if (points.length <= mostWords) return text
  const part = points.slice(0, mostWords).join('').trim()
  const word = part.lastIndexOf(' ')
  // Before its last word, unless that is most of it.
  const clipped = points[mostWords] === ' ' || word < mostWords / 2 ? part : part.slice(0, word)
  return `${clipped.replace(/[\s,;:–-]+$/u, '')}…`
}

/** Why a branch begins where it does; null for the first of its tree, and in a fork for what goes on from its point. */
export async function partingOf(
  { reads }: Scope,
  { conversation, outline, id }: Branch,
): Promise<JunctionKind | 'ROOT' | null> {
  if (outline.oldest === null) return null
  const node = asTreeNode(await reads.observation(id))
  const parentId = node?.place.parentId ?? null
  if (parentId !== null) return (await reads.junction(conversation.id, parentId))?.kind ?? 'BRANCH'
  const oldest = await reads.observation(outline.oldest.id)
  return oldest?.messageId != null && oldest.messageId === node?.messageId ? 'VERSION' : 'ROOT'
}
