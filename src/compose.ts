import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { OpenSorter } from './app/backups/sorter.ts'
import { requestStore, type RequestStoreOptions, type StoreWatchers } from './app/requestStore.ts'
import type { Scope } from './app/scope.ts'
import { defaultLimits } from './config/defaults.ts'
import type { ImportTranscript } from './app/imports/job/importTranscript.ts'
import { importBoundsOf, importQueue } from './app/imports/queue/importQueue.ts'
import type { Gates } from './app/merges/gate.ts'
import { createLiveAnswers } from './app/answers/liveAnswers.ts'
import type { Asking } from './app/answers/asking.ts'
import { unlimited, type Budget } from './app/read/budget.ts'
import { createReads } from './app/read/reads.ts'
import { rememberedOf } from './app/remembered.ts'
import { createWatches, type Watches } from './app/subscriptions/watches.ts'
import { present, registeredDefault } from './app/access/registeredTenant.ts'
import type { Config } from './config/config.ts'
import type { OwnSessions } from './watch/ownSessions.ts'
import type { Machine } from './formats/knownFolders.ts'
import type { Fresh } from './domain/model.ts'
import { peerWatch } from './app/servers/peerWatch.ts'
import { erasedPieces } from './app/erasures/purges/erasedPieces.ts'
import { servedPurge } from './app/erasures/purges/servedPurge.ts'
import { erasureWork } from './app/erasures/erasureWork.ts'
import { operator } from './domain/access/principal.ts'
import type { Requester, TenantRecord } from './domain/access/requester.ts'
import { createFresh } from './app/fresh.ts'
import { peerOf } from './app/servers/peer.ts'
import { whileConnected } from './storage/intercept.ts'
import { openAttachmentBytes } from './storage/attachments/openAttachmentBytes.ts'
import { openStore } from './storage/openStore.ts'
import { openLog } from './logs/openLog.ts'
import { fileBytes, storeFile } from './storage/sqlite/fileBytes.ts'
import type { AttachmentBytes } from './storage/attachments/attachmentBytes.ts'
import type { SeenRequest } from './http/seenTokens.ts'
import type { SignedAddresses } from './http/signedAddresses.ts'
import { signingKeyOf } from './runtime/signingKey.ts'
import { suppressKeyIn } from './app/erasures/suppression/suppressKey.ts'
import { openSearch } from './search/openSearch.ts'
import type { SearchIndex } from './search/searchIndex.ts'
import type { GraphStore } from './storage/graphStore.ts'
import type { Causality } from './storage/causality.ts'

/** Parts that may be replaced. */
export interface Parts {
  readonly store: GraphStore
  readonly search: SearchIndex
  readonly attachmentBytes: AttachmentBytes
  readonly fresh: Fresh
  readonly log: Logger
}

/** Returns what opens room beside the memory. The module opens a database, which most commands need not wait for. */
export const loadScratch = async () => (await import('./storage/scratch.ts')).openScratch

/** What may be replaced of a server, and the machine whose sessions it follows. */
export type PartOverrides = Partial<Parts> & { readonly machine?: Machine }

/** The parts without a server: what the command line works with. */
export interface OpenParts extends Parts {
  /** Returns what one request works with; its reads end with the signal and draw on the budget, its writes do not. */
  readonly scopeOf: (requester: Requester, signal?: AbortSignal, budget?: Budget, causality?: Causality) => Scope
  /** The same for a request that only reads: it is refused soon while the database is gone. */
  readonly readScopeOf: OpenParts['scopeOf']
  /** The same for the operator, who works on the store itself. */
  readonly scope: (signal?: AbortSignal, budget?: Budget) => Scope
  /** The tenant of callers without authentication. */
  readonly tenant: TenantRecord
  /** Loads room for what an importer must remember of a large file. */
  readonly loadScratch: () => Promise<NonNullable<ImportTranscript['openScratch']>>
  /** Opens what judges evidence; refuses a configuration that is not understood. */
  readonly openGates: () => Promise<Gates>
  /** Loads room for what is put in order, however much it is. */
  readonly loadSorter: () => Promise<OpenSorter>
  close(): Promise<void>
}

/** Everything, ready to listen. */
export interface App extends OpenParts {
  readonly server: FastifyInstance
  readonly watches: Watches
  readonly probing: Asking
  readonly gates: Gates
  /** Follows the sessions of agents that the configuration names, from now on; refuses a tenant that is not there. */
  followSessions(): Promise<void>
  /** Tells other servers on the store that this one runs, and has the log say what they do not share. */
  watchPeers(): Promise<void>
}

/** What operations of this process work with: everything but a server. */
export interface OpenOperations extends OpenParts {
  readonly watches: Watches
  readonly probing: Asking
  readonly gates: Gates
}

/** The index may wait until a server has begun to answer, in milliseconds. */
const afterStart = 1_000

/** Opens the store that the configuration names, and what works on it. */
export async function openParts(
  config: Config,
  input: Partial<Parts> = {},
  tenant?: string,
  watchers: StoreWatchers = {},
  { followed, local }: Partial<OwnSessions> = {},
): Promise<OpenParts> {
  const log = input.log ?? openLog(config)
  const fresh = input.fresh ?? createFresh()
  const [store, attachmentBytes, search] = await Promise.all([
    input.store ?? openStore(config, log),
    input.attachmentBytes ?? openAttachmentBytes(config),
    input.search ?? openSearch(config, log),
  ])
  const pieces = store.name === 'sqlite' ? erasedPieces() : undefined
  const imports = importQueue(importBoundsOf(getHeapStatistics().heap_size_limit))
  const { lanes, cache } = rememberedOf(store, config.store)
  const { list, context, turnBytes, attachmentBytes: mostBytes, openForks, keyDays } = config.limits
  const limits = { ...defaultLimits, list, context, turnBytes, attachmentBytes: mostBytes, openForks, keyDays }
  const ownTenant = await ownTenantOf(store, fresh, tenant)
  const gone: RequestStoreOptions['gone'] = (of) => attachmentBytes.removeAll(of)
  const scopes =
    (search: SearchIndex, presence?: GraphStore['presence']): OpenParts['scopeOf'] =>
    ({ principal, tenant }, signal, budget = unlimited, causality) => {
      const { name, salted, nameKey } = tenant
      const own = requestStore(store, { tenant: name, signal, budget, presence, causality, gone, ...watchers })
      // Made by what reads first: a mutation reads with those of its own scope.
      let reads: Scope['reads'] | undefined
      return {
        tenant: name,
        salted,
        nameKey,
        principal,
        store: own,
        attachmentBytes,
        search,
        get reads() {
          return (reads ??= createReads(own, name, cache, budget))
        },
        lanes,
        imports,
        fresh,
        limits,
        ...{ budget, signal },
        autoCheckpoint: config.autoCheckpoint,
        suppressKey: config.suppressReimport ? suppressKeyIn(config.data) : undefined,
        ...{ erasedPieces: pieces, onErased: watchers.erased },
        ...{ isLive: followed?.live(name), ownAgents: followed?.agents(name) },
        localImports: local?.of.bind(local, name, () => scopeOf({ principal, tenant }), loadScratch),
      }
    }
  const scopeOf = scopes(search)
  const readScopeOf = store.presence ? scopes(whileConnected(search, store.presence), store.presence) : scopeOf
  const scope: OpenParts['scope'] = (...args) => scopeOf({ principal: operator, tenant: ownTenant }, ...args)
  const loadSorter = async () => (await import('./storage/sorter.ts')).openSorter
  const close = async () => {
    await search.close()
    await store.close()
    await attachmentBytes.close()
  }
  const working = { scopeOf, readScopeOf, scope, tenant: ownTenant, openGates: () => gatesOf(config) }
  return { store, attachmentBytes, search, fresh, log, ...working, loadScratch, loadSorter, close }
}

/** A store that is opened for a tenant which it has not is closed again. */
async function ownTenantOf(store: GraphStore, { now }: Fresh, name: string | undefined): Promise<TenantRecord> {
  try {
    return await (name === undefined ? registeredDefault(store.registry, now) : present(store.registry, name))
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Opens the store that the configuration names, and all that operations in this process need. */
export async function openForOperations(config: Config, tenant?: string): Promise<OpenOperations> {
  const log = openLog(config)
  const [gates, probing] = await Promise.all([gatesOf(config), openProbing(config, log)])
  const store = await openStore(config, log)
  const watches = createWatches(store, config.watching, (err) => log.warn({ err }, 'Ledgers cannot be read now'))
  const parts = await openParts(config, { log, store }, tenant, { written: watches.written })
  return { ...parts, watches, probing, gates }
}

/** From where Apollo Sandbox asks: embedded in our page, and at its own address. */
const sandboxOrigins = ['https://sandbox.embed.apollographql.com', 'https://studio.apollographql.com']

/** The only place that knows every part. Takes parts to replace; builds the rest. */
export async function compose(config: Config, input: PartOverrides = {}): Promise<App> {
  const log = input.log ?? openLog(config)
  // Before the store: a wrong configuration is refused before anything is opened.
  const gates = await gatesOf(config)
  // The command line does without the server, so it is loaded here: while the store opens in threads of its own.
  const [store, search, { createServer, createMetrics, metered, meteredSearch }] = await Promise.all([
    input.store ?? openStore(config, log, true),
    input.search ?? openSearch(config, log),
    import('./http/server.ts'),
  ])
  const metrics = createMetrics()
  const onFault = (err: unknown) => log.warn({ err }, 'Ledgers cannot be read now')
  const watches = createWatches(metered(store, metrics), config.watching, onFault)
  const purge = servedPurge(store.name === 'sqlite' ? config.purgeBytes : null, () => fileBytes(storeFile(config.data)))
  const watchers = { timed: metrics.startStoreCall, written: purge.following(watches.written), erased: purge.erased }
  const { machine, ...others } = input
  const known = { ...others, log, store, search: meteredSearch(search, metrics) }
  const own = await (await import('./watch/ownSessions.ts')).ownSessions(config, machine)
  const parts = await openParts(config, known, undefined, watchers, own)
  const probing = await openProbing(config, log)
  const peers = store.peers ? peerWatch(store.peers, await peerOf(config), log) : null
  const server = await createServer({
    ...parts,
    wrongClockMs: () => peers?.wrongClockMs() ?? null,
    watches,
    probing,
    gates,
    proxy: config.proxy,
    metrics,
    limits: config.limits,
    sandbox: config.sandbox,
    access: config,
    addresses: await openAddresses(config),
    beginSeen: store.followers ? await openSeenTokens(config) : null,
    sites: {
      ...config,
      isKnown: config.auth !== null,
      allowedOrigins: [...config.allowedOrigins, ...(config.sandbox ? sandboxOrigins : [])],
    },
  })
  metrics.follow(() => parts.search.behind())
  purge.begin(parts)
  const [following, erasing] = [setTimeout(() => parts.search.follow(), afterStart).unref(), erasureWork(parts)]
  const close = async () => {
    clearTimeout(following)
    await Promise.all([erasing.stop(), purge.stop(), own.followed?.close(), own.local?.close(), peers?.stop()])
    await server.close()
    // What came of them is stored before the store is closed.
    await probing.answers.close()
    await parts.close()
    metrics.close()
  }
  const watchPeers = async () => peers?.begin()
  const followSessions = async () => own.followed?.begin(parts)
  return { ...parts, watches, probing, gates, server, followSessions, watchPeers, close }
}

async function gatesOf({ gates }: Config): Promise<Gates> {
  const { openGates } = await import('./gates/openGates.ts')
  return openGates(gates)
}

/** Only where callers must be known must an address open by itself. */
async function openAddresses({ auth, urlSecret, urlSeconds, data }: Config): Promise<SignedAddresses | null> {
  if (auth === null) return null
  const { signedAddresses } = await import('./http/signedAddresses.ts')
  return signedAddresses(await signingKeyOf(urlSecret, join(resolve(data), 'url.key'))(), urlSeconds)
}

/** Servers that share URL_SECRET understand each other's tokens; one that is not understood is answered by the leader. */
async function openSeenTokens({ urlSecret, data }: Config): Promise<() => SeenRequest> {
  const { seenTokens } = await import('./http/seenTokens.ts')
  return seenTokens(await signingKeyOf(urlSecret, join(resolve(data), 'url.key'))())
}

/** The library behind it is large, and loaded where a model is configured. */
async function openProbing({ responder, probeSecret, data }: Config, log: Logger): Promise<Asking> {
  const key = signingKeyOf(probeSecret, join(resolve(data), 'probe.key'))
  const answers = createLiveAnswers()
  const fault = (err: unknown) => {
    const errorId = randomUUID()
    log.error({ errorId, err }, 'An answer could not be made, or stored')
    return errorId
  }
  if (responder === null) return { responder, key, answers, fault }
  const { openAiResponder } = await import('./responder/openAi.ts')
  return { responder: openAiResponder(responder), key, answers, fault }
}
