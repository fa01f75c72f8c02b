import { endWithNpm } from '../bin/endWithNpm.js'
import { buildMinio } from './minio.ts'
import { followNode, script } from './run.ts'

/**
 * `npm run test:everything [-- part-of-a-path …]`: each test file on all stores, storms, a fake cluster and real programs of
 * others included. With no part named, attachments on MinIO, other versions of Node and mutants come with it.
 */
async function everything(args: readonly string[]): Promise<number> {
  if (args.some((arg) => !arg.startsWith('--'))) return followNode(script('test.ts', ['--everything', ...args]))
  const minio = await buildMinio()
  if (minio === null) console.log('MinIO cannot be built here: attachments are tested on s3rver alone.')
  else process.env['TURNGRAPH_TEST_MINIO'] = minio
  const failed: string[] = []
  for (const [name, file, more] of [
    ['tests', 'test.ts', ['--everything', ...args]],
    ['other versions of Node', 'nodeVersions.ts', []],
    ['mutants', 'mutants.ts', []],
  ] as const)
    if ((await followNode(script(file, [...more]))) !== 0) failed.push(name)
  console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}

// Last, for everything above must have been read first.
endWithNpm()
process.exit(await everything(process.argv.slice(2)))
