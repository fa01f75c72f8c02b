import { z } from 'zod'
import { defaultLimits, type WatchLimits } from './defaults.ts'
import { boundsIn, boundVariables, type BoundSizes } from './limits.ts'
import { accessOf, accessVariables, accessSecrets, type AccessConfig } from './access.ts'
import { proxyOf, proxyVariables, type ProxyConfig } from './proxy.ts'
import { flag, isWebAddress, listOf, mebibyte, number, text, whole } from './rules.ts'
import { sessionsOf, sessionVariables, type SessionsConfig } from './sessions.ts'
import { isStore, schemes } from './storeAddress.ts'
import { storeOf, type StoreConfig } from './store.ts'
import { hostNameOf, isLoopback, originOf } from './siteNames.ts'
import { own } from '../runtime/own.ts'

export type { StoreConfig } from './store.ts'

/** Where the bytes of attachments are kept. */
export type AttachmentsConfig =
  | { readonly kind: 'directory' }
  | {
      readonly kind: 's3'
      readonly bucket: string
      /** With `/` at its end, or empty. */
      readonly prefix: string
      readonly region: string
      /** Null: Amazon's own. */
      readonly endpoint: string | null
    }

/** An endpoint that speaks OpenAI's chat completions. */
export interface ResponderConfig {
  readonly url: string
  readonly apiKey: string | null
  readonly model: string | null
  readonly timeoutMs: number
}

/** The environment as one typed value. */
export interface Config extends AccessConfig, SessionsConfig {
  readonly host: string
  /** Whether it may listen where others can reach it. */
  readonly allowAnonymous: boolean
  readonly port: number
  /** The port of this machine by which that one of a container is reached. */
  readonly publishedPort: number | null
  /** Names that the server is asked by, and origins of pages that may ask it, beside its own. */
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly data: string
  readonly store: StoreConfig
  readonly attachments: AttachmentsConfig
  readonly sandbox: boolean
  /** Whether every conversation gets checkpoints by itself, not only those that ask for them. */
  readonly autoCheckpoint: boolean
  /** The largest file of a store that is rewritten by itself after an erasure; null: none is. */
  readonly purgeBytes: number | null
  /** Whether imports bring back nothing that says what was erased, whatever its file and its ids. */
  readonly suppressReimport: boolean
  readonly logLevel: string
  readonly limits: {
    /** Items in a list without a cursor. */
    readonly list: number
    /** Entries of a context. */
    readonly context: number
    readonly turnBytes: number
    readonly bodyBytes: number
    readonly importBytes: number
    readonly importStallMs: number
    readonly attachmentBytes: number
    readonly openForks: number | null
    readonly keyDays: number
    readonly requestMs: number
    readonly queryDepth: number
    readonly queryFields: number
    readonly answerBytes: number
    /** Operations at once on one WebSocket. */
    readonly operations: number
    readonly bounds: BoundSizes
  }
  readonly watching: WatchLimits
  /** The model that probes ask; null: none. */
  readonly responder: ResponderConfig | null
  /** The file of commands that judge evidence; null: none. */
  readonly gates: string | null
  /** What probes are signed with; null: a key of our own, kept in DATA. */
  readonly probeSecret: string | null
  /** Where requests for models are passed on to; null: nowhere. */
  readonly proxy: ProxyConfig | null
}

/** The environment is not understood: one line for each variable at fault. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused'
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const mostBytes = 1024 * 1024 * mebibyte
/** What S3 takes as one object in one piece. */
const mostAttachmentBytes = 5 * 1024 * mebibyte
const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?))?$/

/** Each variable with what it may be, and how that is said. */
const variables = {
  HOST: [text('127.0.0.1'), 'an address to listen on'],
  PORT: [whole(0, 65_535, 4000), 'a whole number from 0 (any free port) to 65535'],
  PUBLISHED_PORT: [number(1, 65_535).optional(), 'a whole number from 1 to 65535'],
  ALLOW_ANONYMOUS: [flag, '"1" to listen where others can reach it, "0" to refuse that'],
  ...accessVariables,
  ALLOWED_HOSTS: [listOf(hostNameOf), 'names or addresses without a port, with commas between them'],
  ALLOWED_ORIGINS: [
    listOf((name) => (name === '*' ? name : originOf(name))),
    'origins like https://chat.example or http://localhost:3000, with commas between them',
  ],
  DATA: [text('./data'), 'a folder'],
  STORE: [
    text('sqlite').refine(isStore),
    `"sqlite", or an address like ${schemes.map((one) => `${one}://…`).join(', ')}; several neo4j addresses of one cluster with commas between them`,
  ],
  STORE_USER: [text('neo4j'), 'a user of the Neo4j server'],
  STORE_PASSWORD: [z.string().optional(), "that user's password"],
  STORE_DATABASE: [z.string().optional(), 'a database of the Neo4j server'],
  STORE_READS: [
    z.enum(['leader', 'readers']).default('leader'),
    '"leader", or "readers" for the followers of a cluster',
  ],
  STORE_WAIT_MS: [whole(0, 3_600_000, 60_000), 'milliseconds, from 0 to 3600000'],
  STORE_CACHE_BYTES: [whole(mebibyte, 64 * 1024 * mebibyte, 64 * mebibyte), 'a number of bytes, at least 1048576'],
  OBSERVATION_CACHE_BYTES: [whole(0, 64 * 1024 * mebibyte, 32 * mebibyte), 'a number of bytes, or 0'],
  ATTACHMENTS: [
    text('directory').refine((value) => value === 'directory' || bucketAddress.test(value)),
    '"directory", or a bucket like s3://bucket/prefix',
  ],
  S3_ENDPOINT: [z.string().refine(isWebAddress).optional(), 'an address like https://host:9000'],
  S3_REGION: [text('us-east-1'), "a region of the bucket's server"],
  SANDBOX: [flag, '"1" for Apollo Sandbox, "0" for the built-in GraphiQL'],
  AUTO_CHECKPOINT: [flag, '"1" for checkpoints in every conversation, "0" where its metadata asks'],
  PURGE_VACUUM_MB: [whole(0, 1024 * 1024, 512), 'a number of megabytes, or 0'],
  SUPPRESS_REIMPORT: [flag, '"1" to know erased content again in any file, "0" to know it by its ids'],
  LOG_LEVEL: [z.enum(levels).default('info'), levels.join(', ')],
  MAX_LIST_ITEMS: [number(1, 100_000).optional(), 'a whole number from 1 to 100000'],
  MAX_TURN_BYTES: [whole(1, mostBytes, defaultLimits.turnBytes), 'a number of bytes'],
  MAX_BODY_BYTES: [whole(1024, mostBytes, 4 * mebibyte + mebibyte / 4), 'a number of bytes, at least 1024'],
  MAX_IMPORT_BYTES: [whole(1, mostBytes, 1024 * mebibyte), 'a number of bytes'],
  IMPORT_STALL_MS: [whole(1, 86_400_000, 180_000), 'milliseconds, from 1 to 86400000'],
  MAX_ATTACHMENT_BYTES: [
    whole(1, mostAttachmentBytes, defaultLimits.attachmentBytes),
    `a number of bytes, at most ${mostAttachmentBytes}`,
  ],
  IDEMPOTENCY_KEY_DAYS: [whole(1, 36_500, defaultLimits.keyDays), 'a whole number of days from 1 to 36500'],
  MAX_OPEN_FORKS: [number(1, 1_000_000).optional(), 'a whole number from 1 to 1000000'],
  REQUEST_TIMEOUT_MS: [whole(1, 3_600_000, 30_000), 'milliseconds, from 1 to 3600000'],
  MAX_QUERY_DEPTH: [whole(1, 1000, 25), 'a whole number from 1 to 1000'],
  MAX_QUERY_FIELDS: [whole(1, 100_000_000, 500_000), 'a whole number from 1 to 100000000'],
  MAX_ANSWER_BYTES: [whole(1024, mostBytes, 32 * mebibyte), 'a number of bytes, at least 1024'],
  RESPONDER_URL: [
    z.string().refine(isWebAddress).optional(),
    'the base address of an OpenAI-compatible endpoint, like https://host/v1, without a user in it',
  ],
  RESPONDER_API_KEY: [z.string().optional(), 'the key of that endpoint'],
  RESPONDER_MODEL: [z.string().optional(), 'the name of a model there'],
  RESPONDER_TIMEOUT_MS: [whole(1, 3_600_000, 25_000), 'milliseconds, from 1 to 3600000'],
  PROBE_SECRET: [z.string().min(32).optional(), 'at least 32 characters'],
  GATES: [z.string().optional(), 'the path of a JSON file of commands that judge evidence'],
  ...proxyVariables,
  ...sessionVariables,
  SUBSCRIPTION_POLL_MS: [whole(10, 60_000, 250), 'milliseconds, from 10 to 60000'],
  ...boundVariables,
  MAX_CONNECTION_OPERATIONS: [whole(1, 100_000, 1000), 'a whole number from 1 to 100000'],
  MAX_SUBSCRIPTION_BUFFER: [whole(1, 100_000, 1000), 'a whole number from 1 to 100000'],
} as const

type Variables = typeof variables
type Name = keyof Variables
type Environment = { readonly [N in Name]: z.infer<Variables[N][0]> }

/** The names of all variables that are ours. */
export const knownVariables: readonly string[] = Object.keys(variables)

const schema = z.object(Object.fromEntries(Object.entries(variables).map(([name, [rule]]) => [name, rule])))

/** Returns the configuration that an environment describes; refuses what is not understood. An empty variable is unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const input = Object.fromEntries(Object.entries(env).filter(([name, set]) => set && Object.hasOwn(variables, name)))
  const parsed = schema.safeParse(input)
  if (!parsed.success)
    throw new ConfigRefused(parsed.error.issues.map((issue) => complaint(issue.path, input)).join('\n'))
  return configOf(parsed.data as Environment)
}

function configOf(env: Environment): Config {
  const refuse = (why: string): never => {
    throw new ConfigRefused(why)
  }
  const access = accessOf(env, refuse)
  if (access.auth === null && env.ALLOWED_ORIGINS.includes('*'))
    refuse('ALLOWED_ORIGINS=* lets every page in, and nothing asks who comes: set AUTH, or name the origins.')
  const bounds = boundsIn(env, access.auth !== null)
  return {
    ...access,
    host: env.HOST,
    port: env.PORT,
    publishedPort: env.PUBLISHED_PORT ?? null,
    allowAnonymous: env.ALLOW_ANONYMOUS,
    allowedHosts: env.ALLOWED_HOSTS,
    allowedOrigins: env.ALLOWED_ORIGINS,
    data: env.DATA,
    store: storeOf(env, refuse),
    attachments: attachmentsOf(env),
    sandbox: env.SANDBOX,
    autoCheckpoint: env.AUTO_CHECKPOINT,
    purgeBytes: env.PURGE_VACUUM_MB === 0 ? null : env.PURGE_VACUUM_MB * mebibyte,
    ...{ suppressReimport: env.SUPPRESS_REIMPORT, logLevel: env.LOG_LEVEL },
    limits: {
      list: env.MAX_LIST_ITEMS ?? defaultLimits.list,
      context: env.MAX_LIST_ITEMS ?? defaultLimits.context,
      ...{ turnBytes: env.MAX_TURN_BYTES, bodyBytes: env.MAX_BODY_BYTES },
      ...{ importBytes: env.MAX_IMPORT_BYTES, importStallMs: env.IMPORT_STALL_MS },
      ...{ attachmentBytes: env.MAX_ATTACHMENT_BYTES, openForks: env.MAX_OPEN_FORKS ?? null },
      keyDays: env.IDEMPOTENCY_KEY_DAYS,
      requestMs: env.REQUEST_TIMEOUT_MS,
      ...{ queryDepth: env.MAX_QUERY_DEPTH, queryFields: env.MAX_QUERY_FIELDS },
      answerBytes: env.MAX_ANSWER_BYTES,
      ...{ operations: env.MAX_CONNECTION_OPERATIONS, bounds },
    },
    responder: responderOf(env),
    gates: env.GATES ?? null,
    probeSecret: env.PROBE_SECRET ?? null,
    proxy: proxyOf(env),
    ...sessionsOf(env),
    watching: {
      intervalMs: env.SUBSCRIPTION_POLL_MS,
      subscriptions: bounds.subscriptions.most,
      share: bounds.subscriptions.share,
      buffer: env.MAX_SUBSCRIPTION_BUFFER,
    },
  }
}

/** Refuses to serve where others can reach it, unless that is wanted or something asks who they are. */
export function refuseReachable(config: Pick<Config, 'host' | 'allowAnonymous' | 'auth'>): void {
  const { host, allowAnonymous, auth } = config
  if (auth !== null || allowAnonymous || isLoopback(hostNameOf(host) ?? host)) return
  throw new ConfigRefused(
    `HOST=${host} is reachable by others, and nothing asks who they are. Set AUTH=keys (turngraph keys create), or ALLOW_ANONYMOUS=1 if something in front does.`,
  )
}

function attachmentsOf({ ATTACHMENTS, S3_ENDPOINT, S3_REGION }: Environment): AttachmentsConfig {
  const [, bucket, path = ''] = bucketAddress.exec(ATTACHMENTS) ?? []
  if (bucket === undefined) return { kind: 'directory' }
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`
  return { kind: 's3', bucket, prefix, region: S3_REGION, endpoint: S3_ENDPOINT ?? null }
}

function responderOf(env: Environment): ResponderConfig | null {
  const { RESPONDER_URL, RESPONDER_API_KEY, RESPONDER_MODEL, RESPONDER_TIMEOUT_MS } = env
  if (RESPONDER_URL === undefined) return null
  return {
    url: RESPONDER_URL,
    apiKey: RESPONDER_API_KEY ?? null,
    model: RESPONDER_MODEL ?? null,
    timeoutMs: RESPONDER_TIMEOUT_MS,
  }
}

/** Variables whose value is never shown, and given to no other program. */
export const secretVariables: readonly string[] = [
  ...accessSecrets,
  ...['STORE_PASSWORD', 'RESPONDER_API_KEY', 'PROBE_SECRET'],
]

/** Where the secrets go that some put into an address. */
const secretsOf: Readonly<Record<string, string>> = {
  STORE: 'STORE_USER and STORE_PASSWORD',
  ATTACHMENTS: 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  S3_ENDPOINT: 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  RESPONDER_URL: 'RESPONDER_API_KEY (as a key alone)',
  PROXY_OPENAI_UPSTREAM: 'the headers of each request',
  PROXY_ANTHROPIC_UPSTREAM: 'the headers of each request',
}

function complaint([name]: readonly PropertyKey[], input: Readonly<Record<string, string | undefined>>): string {
  const [, accepted] = own(variables, String(name)) ?? []
  const ways = own(secretsOf, String(name))
  const set = own(input, String(name))
  const address = ways !== undefined && /:\/\/[^/]*@/.test(set ?? '')
  const displayText = secretVariables.includes(String(name)) ? 'What is set' : JSON.stringify(set)
  const value = address ? 'An address with a user or password in it' : displayText
  const hint = address ? ` User and password go into ${ways}.` : ''
  return `${String(name)}: ${value} is not understood. Accepted: ${accepted}.${hint}`
}
