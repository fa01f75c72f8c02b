import { cpSync, linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { commandPath } from '../neo4j/java.ts'
import { resolveClasspath } from '../neo4j/lines.ts'
import { installNode } from '../nodeVersions/install.ts'
import { root } from '../root.ts'
import type { Engine } from './daemon.ts'
import { baseArchive } from './folder.ts'
import { run } from './run.ts'

/**
 * Gives the engine images of the names that Dockerfile and docker-compose.yml say, made here: what the official ones do with
 * variables, users, volumes and signals, with the programs that npm and Maven have.
 */
export async function makeImages({ env }: Engine): Promise<void> {
  run('docker', ['import', baseArchive, 'turngraph-base'], { env })
  for (const [name, fill] of [
    ['node:24-slim', fillNode],
    ['neo4j:5.26-community', fillNeo4j],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-image-'))
    try {
      await fill(folder)
      run('docker', ['build', '--quiet', '--tag', name, folder], { env: { ...env, DOCKER_BUILDKIT: '0' } })
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

const own = (name: string) => readFileSync(join(root, 'scripts/engine', name), 'utf8')

/** Node and npm, which trusts there what it trusts here. */
function fillNode(folder: string): void {
  const { newest } = JSON.parse(readFileSync(join(root, 'scripts/nodeVersions/versions.json'), 'utf8')) as { newest: string } // prettier-ignore
  cpSync(join(installNode(newest), 'node'), join(folder, 'node'))
  const npm = dirname(dirname(realpathSync(commandPath('npm') ?? '')))
  cpSync(npm, join(folder, 'npm'), { recursive: true, dereference: true })
  const asked = (name: string) => run('npm', ['config', 'get', name]).trim()
  const [registry, authorities] = [asked('registry'), asked('cafile')]
  const isKnown = authorities !== '' && authorities !== 'null'
  writeFileSync(join(folder, 'authorities.pem'), isKnown ? readFileSync(authorities) : '')
  const trusted = isKnown ? 'cafile=/usr/local/etc/authorities.pem\n' : ''
  writeFileSync(join(folder, 'npmrc'), `registry=${registry}\n${trusted}`)
  writeFileSync(join(folder, 'entrypoint.sh'), own('nodeEntrypoint.sh'), { mode: 0o755 })
  writeFileSync(
    join(folder, 'Dockerfile'),
    `FROM turngraph-base
# An install below another prefix would look for it there.
ENV NPM_CONFIG_GLOBALCONFIG=/usr/local/etc/npmrc
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc authorities.pem /usr/local/etc/
COPY entrypoint.sh /usr/local/bin/docker-entrypoint.sh
RUN for name in npm npx; do ln -s ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done \\
  && useradd --uid 1000 --create-home node
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["node"]
`,
  )
}

/** The server's jars, as \`npm run neo4j\` has them, and a start of our own that takes the official image's variables. */
async function fillNeo4j(folder: string): Promise<void> {
  mkdirSync(join(folder, 'lib'))
  for (const jar of (await resolveClasspath('5.26')).split(delimiter)) copied(jar, join(folder, 'lib', basename(jar)))
  writeFileSync(join(folder, 'entrypoint.sh'), own('neo4jEntrypoint.sh'), { mode: 0o755 })
  writeFileSync(
    join(folder, 'Dockerfile'),
    `FROM turngraph-base
ENV NEO4J_HOME=/var/lib/neo4j NEO4J_CONF=/var/lib/neo4j/conf
COPY lib /var/lib/neo4j/lib
COPY entrypoint.sh /startup/docker-entrypoint.sh
RUN useradd --uid 7474 --home-dir /var/lib/neo4j neo4j && mkdir -p /data /logs /var/lib/neo4j/conf /var/lib/neo4j/run \\
  && chown -R neo4j:neo4j /data /logs /var/lib/neo4j/conf /var/lib/neo4j/run
WORKDIR /var/lib/neo4j
VOLUME /data /logs
EXPOSE 7474 7473 7687
ENTRYPOINT ["tini", "-g", "--", "/startup/docker-entrypoint.sh"]
CMD ["neo4j"]
`,
  )
}

/** The jars are many: a second name costs nothing where the disk is the same. */
function copied(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}
