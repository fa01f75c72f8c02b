import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const version = 'v0.0.0-20260212201848-7aac2a2c5b7c'

/** Builds MinIO, an S3 server that checks every signature, where Go is there; returns its binary's path, null where it could not be built. */
export async function buildMinio(): Promise<string | null> {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  const folder = join(cache, 'turngraph', `minio-${version}`)
  const binary = join(folder, 'minio')
  if (existsSync(binary)) return binary
  const building = spawn('go', ['install', `github.com/minio/minio@${version}`], {
    env: { ...process.env, GOBIN: folder },
    stdio: 'inherit',
    timeout: 600_000,
  })
  const status = await new Promise((done) => building.once('close', done).once('error', () => done(null)))
  return status === 0 ? binary : null
}
