import { join } from 'node:path'
import { rmSync } from 'node:fs'
import neo4j from 'neo4j-driver'
import { analytics } from '../../src/app/analytics/analytics.ts'
import { createConversation } from '../../src/app/conversations/createConversation.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Tenant } from '../../src/domain/model.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { unfoldAll } from '../../src/storage/sqlite/rollups/days.ts'
import { addSum } from '../../src/storage/sqlite/rollups/sql.ts'
import { comparison, timeFigure } from '../support/figures.ts'
import { timeCounted } from '../support/countedAppends.ts'
import { inTurns, timed } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import type { Subject } from '../support/subject.ts'
import { count, ms, type Figure } from '../support/table.ts'
import { temporaryFolder } from '../support/temporary.ts'

const messagesOfEach = 500
/** Rows of sums that each conversation has. */
const rowsOfEach = 10
const conversationsOf = (messages: number): number => messages / messagesOfEach
const models = ['large', 'small', 'fast', 'slow', 'old', 'new']
const bars = { append: 1.05, sqlite: 100, neo4j: 200 }

/** Totals by model over many messages, and what the sums cost an append. */
export async function measureAnalytics(
  subject: Subject,
  { summed, sumRounds, appendRounds }: Sizes,
): Promise<Figure[]> {
  return [
    ...(await appendFigures(subject, appendRounds)),
    await totalsFigure(subject, summed[subject.kind === 'sqlite' ? 0 : 1], sumRounds),
  ]
}

/** What the sums cost the write of an append: one with usage, and one that names its answer as well. */
async function appendFigures(subject: Subject, rounds: number): Promise<Figure[]> {
  const { answer, usage, bare } = await timeCounted(subject, rounds)
  const shared = { store: subject.name, beside: bare, most: bars.append }
  return [
    comparison({ ...shared, what: 'analytics: an append with usage, beside one that counts nothing', times: usage }),
    comparison({ ...shared, what: 'analytics: an append with usage of an answer by its id', times: answer }),
  ]
}

/** Of the messages only the sums are there, for nothing else is read of them. */
async function totalsFigure(subject: Subject, messages: number, rounds: number): Promise<Figure> {
  const folder = temporaryFolder('sums')
  const { kind, name, environment } = subject
  const config = readConfig(kind === 'sqlite' ? { DATA: folder, LOG_LEVEL: 'warn' } : { ...environment })
  const parts = await openParts(config)
  try {
    // The tenant's first.
    await createConversation(parts.scope(), { id: 'c0' })
    await (kind === 'sqlite' ? fillFile(folder, parts.scope().tenant, messages) : fillGraph(environment, messages))
    const ask = async () => (await analytics(parts.scope(), {})).usageBy('MODEL', 20)
    const first = await timed(() => ask())
    const folding = await timed(() => parts.store.foldRollups(parts.scope().tenant))
    const times = await inTurns({ ask: () => ask }, rounds)
    const beside = `${ms(first)} at first, days added up in ${ms(folding)}`
    const conversations = count(conversationsOf(messages))
    const what = `analytics: totals by model over ${count(messages)} messages in ${conversations} conversations`
    return { ...timeFigure(name, what, times.ask, bars[kind]), beside }
  } finally {
    await parts.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A row of sums: its keys, then what is added, in the order of the statements. */
function* rowsOf(messages: number): Generator<readonly [string, string, string, string, ...number[]]> {
  const each = messagesOfEach / rowsOfEach
  for (let c = 0; c < conversationsOf(messages); c++)
    for (let row = 0; row < rowsOfEach; row++) {
      const day = new Date(Date.UTC(2026, 0, 1 + ((c + row) % 365))).toISOString().slice(0, 10)
      yield [`c${c}`, day, 'ASSISTANT', models[(c + row) % models.length] ?? '', each, each, 900, 90, 9, 9, 0.01, each]
    }
}

async function fillFile(folder: string, tenant: Tenant, messages: number): Promise<void> {
  const connection = connect(join(folder, 'turngraph.db'), 'writer')
  connection.exec('BEGIN IMMEDIATE')
  const number = Number(connection.get('SELECT tenant FROM tenants WHERE name = ?', tenant)?.[0])
  for (const [id, day, role, model, ...sums] of rowsOf(messages))
    connection.run(addSum.usage.make, number, id, day, role, model, 0, ...sums)
  unfoldAll(connection, number)
  connection.exec('COMMIT')
  connection.close()
}

const CREATE = `UNWIND $rows AS x CALL (x) {
  CREATE (:Usage {tenant: 'default', conversationId: x[0], day: x[1], role: x[2], model: x[3], experiment: false,
    name: x[1] + ' ' + x[2] + ' ' + x[3],
    messages: toInteger(x[4]), observations: toInteger(x[5]), inputTokens: toInteger(x[6]), outputTokens: toInteger(x[7]),
    cacheReadTokens: toInteger(x[8]), cacheWriteTokens: toInteger(x[9]), costUsd: x[10], answers: toInteger(x[11])})
}`

async function fillGraph(environment: Readonly<Record<string, string>>, messages: number): Promise<void> {
  const { STORE = '', STORE_USER = '', STORE_PASSWORD = '' } = environment
  const driver = neo4j.driver(STORE, neo4j.auth.basic(STORE_USER, STORE_PASSWORD))
  try {
    let rows: unknown[] = []
    for (const row of rowsOf(messages)) {
      rows.push(row)
      if (rows.length < 5_000) continue
      await driver.executeQuery(CREATE, { rows })
      rows = []
    }
    if (rows.length > 0) await driver.executeQuery(CREATE, { rows })
  } finally {
    await driver.close()
  }
}
