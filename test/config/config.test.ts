import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigRefused, readConfig, refuseReachable } from '../../src/config/config.ts'

describe('the configuration', () => {
  it('is whole where no variable is set', () => {
    const { host, port, data, store, sandbox, logLevel } = readConfig({})
    assert.deepEqual(
      [host, port, data, store],
      [
        '127.0.0.1',
        4000,
        './data',
        { kind: 'sqlite', cacheBytes: 64 * 1024 ** 2, observationCacheBytes: 32 * 1024 ** 2 },
      ],
    )
    assert.deepEqual([sandbox, logLevel], [false, 'info'])
  })

  it('takes an empty variable for one that is not set', () => {
    assert.equal(readConfig({ PORT: '', STORE: '', LOG_LEVEL: '' }).port, 4000)
  })

  it('has the values of variables that are set', () => {
    const config = readConfig({
      HOST: '::1',
      PORT: '0',
      DATA: '/d',
      SANDBOX: '1',
      AUTO_CHECKPOINT: '1',
      LOG_LEVEL: 'debug',
      MAX_LIST_ITEMS: '7',
      MAX_OPEN_FORKS: '6',
    })
    assert.deepEqual([config.host, config.port, config.data], ['::1', 0, '/d'])
    assert.deepEqual([config.sandbox, config.logLevel, config.limits.list], [true, 'debug', 7])
    assert.deepEqual([config.limits.context, config.autoCheckpoint, readConfig({}).autoCheckpoint], [7, true, false])
    assert.deepEqual(
      ['0', '1', ''].map((PURGE_VACUUM_MB) => readConfig({ PURGE_VACUUM_MB }).purgeBytes),
      [null, 1 << 20, 512 << 20],
    )
    assert.deepEqual([config.limits.openForks, readConfig({}).limits.openForks], [6, null])
    assert.deepEqual([readConfig({}).limits.list, readConfig({}).limits.context], [1000, 10_000])
  })

  it('keeps idempotency keys for 30 days unless another number is given', () => {
    const days = ['', '1', '36500'].map((IDEMPOTENCY_KEY_DAYS) => readConfig({ IDEMPOTENCY_KEY_DAYS }).limits.keyDays)
    assert.deepEqual(days, [30, 1, 36_500])
  })

  it('tells an address that others can reach', () => {
    const refuses = (HOST: string, more = {}) => {
      try {
        refuseReachable(readConfig({ HOST, ...more }))
        return false
      } catch (thrown) {
        return thrown instanceof ConfigRefused
      }
    }
    for (const host of ['127.0.0.1', '127.8.0.1', 'localhost', '::1', '[::1]']) assert.equal(refuses(host), false, host)
    for (const host of ['0.0.0.0', '::', '10.0.0.7', 'chat.example']) {
      assert.equal(refuses(host), true, host)
      assert.equal(refuses(host, { ALLOW_ANONYMOUS: '1' }), false, host)
      assert.equal(refuses(host, { AUTH: 'keys' }), false, host)
    }
  })

  it('understands who is let in, and refuses what does not go together', () => {
    const provider = { AUTH: 'keys,jwt', JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'turngraph' }
    const jwks = { ...provider, JWT_JWKS_URL: 'https://id.example/keys' }
    const { auth, metricsToken, urlSeconds } = readConfig(jwks)
    assert.deepEqual([auth?.keys, auth?.jwt?.algorithms], [true, ['RS256', 'PS256', 'ES256', 'EdDSA']])
    assert.deepEqual([metricsToken, urlSeconds, readConfig({}).auth], [null, 300, null])
    assert.deepEqual(readConfig({ ...provider, JWT_SECRET: 's'.repeat(32) }).auth?.jwt?.algorithms, ['HS256'])
    const refused: [Record<string, string>, RegExp][] = [
      [{ AUTH: 'password' }, /^AUTH: "password" is not understood/],
      [{ AUTH: 'none,keys' }, /^AUTH: /],
      [{ AUTH: 'jwt' }, /needs JWT_ISSUER and JWT_AUDIENCE/],
      [provider, /needs either JWT_JWKS_URL/],
      [{ ...jwks, JWT_SECRET: 's'.repeat(32) }, /needs either JWT_JWKS_URL/],
      [{ ...jwks, JWT_JWKS_URL: 'http://id.example/keys' }, /^JWT_JWKS_URL: /],
      [{ ...jwks, JWT_ALGORITHMS: 'HS256' }, /^JWT_ALGORITHMS: with JWT_JWKS_URL/],
      [{ ...jwks, JWT_ALGORITHMS: 'none' }, /^JWT_ALGORITHMS: "none" is not understood/],
      [{ ...provider, JWT_SECRET: 'short' }, /^JWT_SECRET: What is set is not understood/],
      [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS=\* lets every page in/],
      [{ METRICS_TOKEN: 'secret' }, /^METRICS_TOKEN: What is set is not understood/],
    ]
    for (const [env, why] of refused) assert.throws(() => readConfig(env), { name: 'ConfigRefused', message: why })
    assert.deepEqual(readConfig({ AUTH: 'keys', ALLOWED_ORIGINS: '*' }).allowedOrigins, ['*'])
  })

  it('understands the addresses of Neo4j servers', () => {
    const one = ['bolt://h:7687', 'neo4j://h', 'neo4j+s://h.example', 'bolt+ssc://[::1]:7687']
    for (const STORE of [...one, 'neo4j+s://a,neo4j+s://b:1, neo4j+s://[::1]'])
      assert.deepEqual(readConfig({ STORE, STORE_PASSWORD: 'p', STORE_DATABASE: 'd' }).store, {
        kind: 'neo4j',
        uri: STORE,
        user: 'neo4j',
        password: 'p',
        database: 'd',
        cacheBytes: 64 * 1024 ** 2,
        waitMs: 60_000,
        readsFollowers: false,
      })
  })

  it('understands where attachments may lie', () => {
    assert.deepEqual(readConfig({}).attachments, { kind: 'directory' })
    const s3 = { kind: 's3', bucket: 'my-bucket', prefix: '', region: 'us-east-1', endpoint: null }
    for (const [ATTACHMENTS, prefix] of [
      ['s3://my-bucket', ''],
      ['s3://my-bucket/', ''],
      ['s3://my-bucket/a', 'a/'],
      ['s3://my-bucket/a/b.c/', 'a/b.c/'],
    ] as const)
      assert.deepEqual(readConfig({ ATTACHMENTS }).attachments, { ...s3, prefix })
    const own = { ATTACHMENTS: 's3://my-bucket', S3_ENDPOINT: 'http://[::1]:9000', S3_REGION: 'eu-central-1' }
    assert.deepEqual(readConfig(own).attachments, { ...s3, endpoint: own.S3_ENDPOINT, region: own.S3_REGION })
  })

  const refused: [Record<string, string>, RegExp][] = [
    [{ PORT: 'abc' }, /^PORT: "abc" is not understood\. Accepted: .*65535/],
    [{ PORT: '65536' }, /^PORT: "65536"/],
    [{ PORT: '-1' }, /^PORT/],
    [{ PORT: '4e3' }, /^PORT/],
    [
      { STORE: 'postgres://h' },
      /^STORE: "postgres:\/\/h" is not understood\. Accepted: "sqlite", or an address like bolt:\/\//,
    ],
    [{ STORE: 'neo4j' }, /^STORE: "neo4j"/],
    [{ STORE: 'neo4j://' }, /^STORE/],
    [{ STORE: 'neo4j://h' }, /^STORE_PASSWORD is missing/],
    [{ STORE: 'bolt://a,bolt://b' }, /^STORE: "bolt:\/\/a,bolt:\/\/b".*several neo4j addresses of one cluster/],
    [{ STORE: 'neo4j://a,neo4j+s://b' }, /^STORE/],
    [{ STORE: 'neo4j://a,' }, /^STORE/],
    [{ STORE: 'neo4j://a,sqlite' }, /^STORE/],
    [{ STORE_READS: 'all' }, /^STORE_READS: "all"/],
    [{ STORE_READS: 'readers' }, /^STORE_READS=readers needs a Neo4j cluster/],
    [{ STORE_READS: 'readers', STORE: 'bolt://h', STORE_PASSWORD: 'p' }, /^STORE_READS=readers needs/],
    [{ STORE_WAIT_MS: '-1' }, /^STORE_WAIT_MS: "-1"/],
    [{ SANDBOX: 'yes' }, /^SANDBOX: "yes".*"1"/],
    [{ PURGE_VACUUM_MB: '-1' }, /^PURGE_VACUUM_MB: "-1"/],
    [{ IDEMPOTENCY_KEY_DAYS: '0' }, /^IDEMPOTENCY_KEY_DAYS: "0".*from 1 to 36500/],
    [{ AUTO_CHECKPOINT: 'on' }, /^AUTO_CHECKPOINT: "on".*"1"/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: "loud".*debug/],
    [{ ATTACHMENTS: 'gs://b' }, /^ATTACHMENTS: "gs:\/\/b".*s3:\/\/bucket\/prefix/],
    [{ ATTACHMENTS: 's3://' }, /^ATTACHMENTS/],
    [{ ATTACHMENTS: 's3://bucket/../other' }, /^ATTACHMENTS/],
    [{ ATTACHMENTS: 's3://bucket/a//b' }, /^ATTACHMENTS/],
    [{ S3_ENDPOINT: 'ftp://h' }, /^S3_ENDPOINT: "ftp:\/\/h".*https:/],
    [{ MAX_ATTACHMENT_BYTES: '5368709121' }, /^MAX_ATTACHMENT_BYTES.*5368709120/],
    [{ REQUEST_TIMEOUT_MS: '0' }, /^REQUEST_TIMEOUT_MS/],
    [{ IMPORT_STALL_MS: '0' }, /^IMPORT_STALL_MS/],
  ]
  for (const [env, message] of refused)
    it(`refuses ${JSON.stringify(env)}, naming the variable and what is accepted`, () => {
      assert.throws(
        () => readConfig(env),
        (thrown) => thrown instanceof ConfigRefused && message.test(thrown.message),
      )
    })

  it('names every variable at fault, one a line', () => {
    assert.throws(
      () => readConfig({ PORT: 'x', SANDBOX: 'y' }),
      (thrown: Error) => thrown.message.split('\n').length === 2,
    )
  })

  it('shows no password that was put into the address', () => {
    const env = { STORE: 'neo4j://me:hunter2@h' }
    assert.throws(
      () => readConfig(env),
      (thrown: Error) => /STORE_PASSWORD/.test(thrown.message) && !thrown.message.includes('hunter2'),
    )
    assert.throws(
      () => readConfig({ S3_ENDPOINT: 'http://me:hunter2@h' }),
      (thrown: Error) => /AWS_SECRET_ACCESS_KEY/.test(thrown.message) && !thrown.message.includes('hunter2'),
    )
  })
})
