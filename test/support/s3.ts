import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../../scripts/neo4j/port.ts'
import { waitFor } from './waitFor.ts'

/** A server of the S3 protocol that can run here. */
export interface S3Server {
  readonly name: string
  /** Starts it on loopback with one bucket. */
  start(): Promise<RunningS3>
}
export interface RunningS3 {
  readonly endpoint: string
  readonly bucket: string
  stop(): Promise<void>
}

/** The variable that names MinIO's binary; .ci/run builds one. */
const minio = process.env['TURNGRAPH_TEST_MINIO']
const bucket = 'attachments'
const key = 'turngraph-test'

/** The servers that can run here: one from npm always; MinIO, which checks every signature, where its binary is named. */
export const s3Servers: readonly S3Server[] = [
  {
    name: 's3rver',
    start: () =>
      start((home, port) => {
        const manifest = createRequire(import.meta.url).resolve('s3rver/package.json')
        const where = ['--directory', home, '--address', '127.0.0.1', '--port', String(port)]
        const more = ['--silent', '--allow-mismatched-signatures']
        return spawn(process.execPath, [join(dirname(manifest), 'bin/s3rver.js'), ...where, ...more], quiet)
      }, 'S3RVER'),
  },
  ...(minio === undefined
    ? []
    : [
        {
          name: 'MinIO',
          start: () =>
            start((home, port) => {
              const env = { ...process.env, MINIO_ROOT_USER: key, MINIO_ROOT_PASSWORD: key, MINIO_BROWSER: 'off' }
              return spawn(minio, ['server', '--address', `127.0.0.1:${port}`, home], { ...quiet, env })
            }, key),
        },
      ]),
]

const quiet = { stdio: 'ignore' } as const

async function start(launch: (home: string, port: number) => ChildProcess, secret: string): Promise<RunningS3> {
  const home = mkdtempSync(join(tmpdir(), 'turngraph-s3-'))
  const port = await freePort()
  const child = launch(home, port)
  // The SDK takes its keys from here, as an operator gives them.
  process.env['AWS_ACCESS_KEY_ID'] = secret
  process.env['AWS_SECRET_ACCESS_KEY'] = secret
  const endpoint = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    await makeBucket(endpoint, child)
  } catch (thrown) {
    await stop()
    throw thrown
  }
  return { endpoint, bucket, stop }
}

/** Makes the bucket, as soon as the server answers. */
async function makeBucket(endpoint: string, child: ChildProcess): Promise<void> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 })
  const isMade = () =>
    client.send(new CreateBucketCommand({ Bucket: bucket })).then(
      () => true,
      (thrown: unknown) => {
        if (child.exitCode !== null) throw thrown as Error
        return false
      },
    )
  await waitFor(isMade, { every: 200 })
  client.destroy()
}
