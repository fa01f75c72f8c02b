import { one, type Mutant } from './mutant.ts'

const statements = { file: 'test/tenants/statements.test.ts' }
const apart = { file: 'test/tenants/noninterference.stores.test.ts' }
const index = { file: 'test/search/sqlite/followedIndex.slow.test.ts', only: 'keeps tenants apart' }
const bytes = { file: 'test/storage/attachments/directory.test.ts', only: 'gives one tenant nothing of another' }

const ofStatement = (name: string, file: string, from: string, to: string): Mutant => ({
  ...{ name, file: `src/storage/sqlite/${file}`, edits: [[from, to]], killers: [statements] },
})

/** Of the embedded store, its search, and where attachments lie. */
export const ofSqlite: readonly Mutant[] = [
  ofStatement(
    'a conversation by its id alone',
    'reading/readSql.ts',
    'FROM conversations WHERE tenant = ?1 AND id = ?2`',
    'FROM conversations WHERE id = ?2`',
  ),
  ofStatement(
    'an idempotency key by itself',
    'writing/keySql.ts',
    'SELECT ${keyColumns} FROM idempotency_keys WHERE tenant = ?1 AND key = ?2',
    'SELECT ${keyColumns} FROM idempotency_keys WHERE key = ?2',
  ),
  ofStatement(
    'lines imported by anybody',
    'reading/readSql.ts',
    'FROM observations WHERE tenant = ?1 AND external_id',
    'FROM observations WHERE external_id',
  ),
  ofStatement(
    'a range of anybody',
    'reading/readSql.ts',
    'WHERE tenant = ?1 AND segment_id = ?2 AND',
    'WHERE segment_id = ?2 AND',
  ),
  ofStatement(
    'messages of anybody in a list',
    'lists/listSql.ts',
    'FROM messages WHERE tenant = ?1 AND conversation_id',
    'FROM messages WHERE conversation_id',
  ),
  ofStatement(
    'a message is changed by its id',
    'writing/writeSql.ts',
    'messageValues)} WHERE tenant = ?1 AND id',
    'messageValues)} WHERE id',
  ),
  one(
    'no write for anybody while one tenant is erased',
    'src/storage/sqlite/registry/registrySql.ts',
    'FROM tenants WHERE tenant = ?1 AND state IN',
    'FROM tenants WHERE ?1 IS NOT NULL AND state IN',
    { file: 'test/storage/sqlite.test.ts', only: 'what is written of another tenant in the same moment' },
  ),
  ofStatement('whole records of all tenants', 'records/table.ts', 'FROM ${table} WHERE tenant = ?1`', 'FROM ${table}`'),
  ofStatement(
    'a head and its messages by their ids',
    'bundles/sql.ts',
    'FROM observations WHERE tenant = ?1 AND id = ${firstUserId}`',
    'FROM observations WHERE id = ${firstUserId}`',
  ),
  one(
    'a thread that takes tenants for one',
    'src/storage/sqlite/threads/reader.ts',
    'const known = tenants.get(name)',
    'const known = [...tenants.values()][0] ?? tenants.get(name)',
    apart,
  ),
  one(
    'documents kept by their rows alone',
    'src/search/sqlite/documents.ts',
    '`${rowid} ${tenant}`',
    '`${rowid}`',
    index,
  ),
  one('documents of anybody', 'src/search/sqlite/documents.ts', 'AND o.tenant = (SELECT', 'AND 0 < (SELECT', index),
  one(
    'bytes of all tenants in one folder',
    'src/storage/attachments/place.ts',
    'plainTenant.test(tenant) ? tenant : `~${sha256(tenant)}`',
    "plainTenant.test(tenant) ? 'all' : 'all'",
    bytes,
  ),
]
