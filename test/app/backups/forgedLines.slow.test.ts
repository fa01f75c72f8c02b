/** Lines that say what cannot be, each sealed anew: the examples of which the rule "never believed" was made (docs/design/hashes-and-verification.md). */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { lineOf } from '../../../src/formats/ndjson/lines.ts'
import { signed, within } from '../../support/alteredLines.ts'
import { backedUp, restored } from '../../support/backups.ts'
import { sound } from '../../support/damages.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { imports } from '../../support/transcripts.ts'

/** What the changes below look at, of a line of one kind or another. */
interface Value {
  readonly id: string
  readonly kind: string
  readonly place: object | null
  readonly shape: object
  readonly latestId: string
  readonly latestAt: string
  readonly end: object
  readonly runs: object
  readonly snapshot: object | null
  readonly target: object
  readonly lineCount: number
  readonly name: string
  readonly value: object
  readonly forkedFrom: object | null
}
interface Forged {
  readonly line: string
  /** The first one of its kind of which this holds is changed. */
  readonly of?: (value: Value) => boolean
  readonly says: (value: Value, turns: readonly Value[]) => object
  /** Of a damaged store there is a backup as well: that is restored, and `verify` tells. */
  readonly isRestored?: true
}

const placed = (more: object): Forged => ({
  line: 'observation',
  of: ({ place }) => place !== null,
  says: ({ place }) => ({ place: { ...place, ...more } }),
})
const shaped = (more: object): Forged => ({
  line: 'conversation',
  says: ({ shape }) => ({ shape: { ...shape, ...more } }),
  isRestored: true,
})

const left = (more: object): Forged => ({
  line: 'importMark',
  of: ({ name }) => name.startsWith('left:'),
  says: ({ value }) => ({ value: { ...value, ...more } }),
})

const erasedBy = { by: 'e', begins: false, titled: false, failed: 0, declined: 0 }
/** What an erasure leaves of a turn of text. */
const bare = {
  blocks: [{ type: 'text', text: '' }],
  senderId: null,
  senderKind: null,
  branchId: null,
  sourceKind: null,
  fields: {},
  metadata: {},
  salt: null,
}

const refused: Readonly<Record<string, Forged>> = {
  'an entity that was merged into itself': { line: 'entity', says: ({ id }) => ({ mergedInto: id }) },
  'an observation that is a copy of itself': { line: 'observation', says: ({ id }) => ({ copyOf: id }) },
  'a message that supersedes itself': { line: 'message', says: ({ id }) => ({ supersedesId: id }) },
  'a message whose newest turn is itself': { line: 'message', says: ({ id }) => ({ latestId: id }) },
  'a message whose newest turn is nothing': { line: 'message', says: () => ({ latestId: 'nothing' }) },
  'a conversation that its own turn started': {
    line: 'conversation',
    says: ({ id }) => ({ sidechainOf: id, spawnedBy: `${id}:u1` }),
  },
  'a conversation that a later one started': {
    line: 'conversation',
    says: () => ({ sidechainOf: 'later', spawnedBy: 'later:u1' }),
  },
  'a head of nothing': { line: 'conversation', says: () => ({ headId: 'nothing' }) },
  'a count beyond 32 bits': { line: 'conversation', says: () => ({ turnCount: 9e15 }) },
  'a shape beyond 32 bits': { ...shaped({ nodes: 2 ** 31 }), isRestored: undefined as never },
  'a shape that is not so': shaped({ leaves: 77 }),
  'a depth of 0': placed({ depth: 0, parentId: 'nothing' }),
  'a depth of 9e15': placed({ depth: 9e15 }),
  'a fact that has the id of a turn': { line: 'fact', says: (_, [turn]) => ({ id: turn?.id }) },
  'a billion turns': placed({ turns: 1e9 }),
  'a billion entries': placed({ entries: 1e9 }),
  'another path hash': placed({ pathHash: '0'.repeat(64) }),
  'a priority of 1e308': { line: 'observation', says: () => ({ priority: 1e308 }) },
  'a text that its hash denies': {
    line: 'observation',
    of: ({ kind }) => kind === 'TURN',
    says: () => ({ blocks: [{ type: 'text', text: 'never said' }] }),
  },
  'a text that is said to be erased': {
    line: 'observation',
    of: ({ kind }) => kind === 'TURN',
    says: () => ({ erased: erasedBy }),
  },
  'a text that its hash denies, and an erasure is to excuse': {
    line: 'observation',
    of: ({ kind }) => kind === 'TURN',
    says: () => ({ erased: erasedBy, blocks: [{ type: 'text', text: 'never said' }] }),
  },
  'an erased turn that has failed more calls than it answers': {
    line: 'observation',
    of: ({ kind }) => kind === 'TURN',
    says: () => ({ ...bare, erased: { ...erasedBy, failed: 9 } }),
  },
  'a text that lost names of files, and embeds none': {
    line: 'observation',
    of: ({ kind }) => kind === 'TURN',
    says: () => ({ namesErased: 'e', blocks: [{ type: 'text', text: 'never said' }] }),
  },
  'an overlay whose content is a number': {
    line: 'message',
    says: ({ latestId, latestAt }) => ({
      overlay: { fields: { content: [7] }, provenance: { content: latestId }, at: latestAt },
    }),
    isRestored: true,
  },
  'a run that completes beyond 32 bits': { line: 'run', says: () => ({ completionSeq: 2 ** 31 }) },
  'a run that ends at nothing': { line: 'run', says: ({ end }) => ({ end: { ...end, observationId: 'nothing' } }) },
  'a run that was claimed at nothing': { line: 'run', says: () => ({ claimedAtHeadId: 'nothing' }) },
  'an open run that began at nothing': {
    line: 'conversation',
    says: ({ runs }) => ({
      runs: {
        ...runs,
        open: [{ runId: 'r', exclusive: false, suspended: false, startDepth: 0, startHeadId: 'nothing' }],
      },
    }),
  },
  'fields of an entity that no observation gave': {
    line: 'entity',
    of: ({ snapshot }) => snapshot !== null,
    says: ({ snapshot }) => ({ snapshot: { ...snapshot, fields: { colour: 'red' } } }),
    isRestored: true,
  },
  'a relationship whose id denies its ends': { line: 'relationship', says: ({ target }) => ({ source: target }) },
  'another count of raw lines': { line: 'rawChunk', says: ({ lineCount }) => ({ lineCount: lineCount + 1 }) },
  'raw lines of a conversation that is not there': { line: 'rawChunk', says: () => ({ conversationId: 'nothing' }) },
  'raw lines that unpack to more than a chunk ever holds': { line: 'rawChunk', says: () => ({ bytes: bomb() }) },
  'usage of a billion billion tokens': { line: 'observation', says: () => ({ usage: { inputTokens: 1e18 } }) },
  'a snapshot of an entity by a declaration to come': {
    line: 'entity',
    of: ({ snapshot }) => snapshot !== null,
    says: ({ snapshot }) => ({ snapshot: { ...snapshot, typeVersion: 77 } }),
    isRestored: true,
  },
  'another count of unknown fields': {
    line: 'entity',
    of: ({ snapshot }) => snapshot !== null,
    says: ({ snapshot }) => ({ snapshot: { ...snapshot, unknownFields: 9 } }),
    isRestored: true,
  },
  'a name of an entity with NUL in it': { line: 'entity', says: ({ name }) => ({ name: `${name}\0` }) },
  'a name of an entity with half of a surrogate pair': {
    line: 'entity',
    says: ({ name }) => ({ name: `${name}\ud800` }),
  },
  'a way that no child of a branch takes': { line: 'junction', says: () => ({ way: 'elsewhere' }) },
  'an import that ends at nothing': { ...left({ head: 'nothing' }), isRestored: true },
  'an import of a source that is not there': { ...left({ latest: '__proto__' }), isRestored: true },
  'an import whose title nothing ever replaces': left({ rank: 1e6 }),
  'an import of more nodes than there are': { ...left({ nodes: 77_777 }), isRestored: true },
  'a cost of 1e308': { line: 'observation', says: () => ({ usage: { costUsd: 1e308 } }) },
  'a time of a year of five digits': {
    line: 'observation',
    says: () => ({ observedAt: '+010000-01-01T00:00:00.000000000Z' }),
  },
}

let made: string | undefined
/** Some hundred bytes, of which 256 MiB of zeros come. */
const bomb = () =>
  (made ??= brotliCompressSync(Buffer.alloc(256 * 1024 ** 2), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  }).toString('base64'))

/** The lines with that one changed; null where the file has none of them. */
function forgedIn(lines: readonly string[], { line, of = () => true, says }: Forged): string[] | null {
  const parsed = lines.map((text) => JSON.parse(text) as { line: string; value: Value })
  const at = parsed.findIndex((one) => one.line === line && of(one.value))
  const { value } = parsed[at] ?? {}
  if (!value) return null
  const turns = parsed.flatMap((one) => (one.line === 'observation' ? [one.value] : []))
  return lines.map((text, i) =>
    i === at ? lineOf(line, JSON.stringify({ ...value, ...says(value, turns) })).trim() : text,
  )
}

async function failed(work: Promise<unknown>): Promise<Error> {
  try {
    await work
  } catch (thrown) {
    return thrown as Error
  }
  throw new Error('It came in.')
}

await onEveryStore('a line that says what cannot be', (on) => {
  let count = 0
  const empty = (): Scope => on.scope({ tenant: `forged ${++count}` })
  const ownForms = async (scope: Scope) => {
    const of = async (conversationId: string) =>
      within(await buffer(Readable.from((await openExport(scope, { conversationId, format: 'NDJSON' })).pieces)))
    return { s: await of('s'), c: await of('c') }
  }

  it('is refused by an import, and by a restore where nothing else tells of it', async () => {
    const source = empty()
    await sound(source)
    const files = await ownForms(source)
    const whole = within(await backedUp(source))
    for (const [what, forged] of Object.entries(refused)) {
      const found = (['c', 's'] as const).flatMap((id) => {
        const lines = forgedIn(files[id], forged)
        return lines ? [signed(lines, id)] : []
      })
      assert.ok(found.length > 0, `${what}: no line`)
      for (const file of found) {
        const scope = empty()
        await assert.rejects(
          imports(scope, file),
          { code: 'BAD_INPUT', message: /\. Nothing was (imported|stored)\.$/ },
          what,
        )
        assert.deepEqual(await scope.store.conversations(['c', 's']), [null, null], what)
      }
      const lines = forgedIn(whole, forged) ?? []
      const restoring = restored(empty(), signed(lines, null))
      if (forged.isRestored) await restoring
      else await assert.rejects(restoring, { code: 'BAD_INPUT', message: /\. Nothing was stored\.$/ }, what)
    }
  })

  it('or stands there twice, or without its conversation, is refused by its number, in plain words', async () => {
    const source = empty()
    await sound(source)
    const { c: lines } = await ownForms(source)
    const kindOf = (text: string) => (JSON.parse(text) as { line: string }).line
    for (const kind of new Set(lines.map(kindOf))) {
      const at = lines.findIndex((text) => kindOf(text) === kind)
      const twice = [...lines.slice(0, at + 1), ...lines.slice(at)]
      const { message } = await failed(imports(empty(), signed(twice, 'c')))
      assert.match(message, /^Line \d+ .+\. Nothing was (imported|stored)\.$/s, kind)
      assert.doesNotMatch(message, /UNIQUE|constraint/i)
    }
    const without = lines.filter((text) => kindOf(text) !== 'conversation')
    assert.match(
      (await failed(imports(empty(), signed(without, 'c')))).message,
      /^Line \d+ .*"c".+Nothing was (imported|stored)\.$/,
    )
  })
})
