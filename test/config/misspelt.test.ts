import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { knownVariables } from '../../src/config/config.ts'
import { misspelt } from '../../src/config/misspelt.ts'

const meantBy = (name: string, more: Record<string, string> = {}) =>
  misspelt({ [name]: 'x', ...more }, knownVariables).map((sentence) => /mean (\w+)\?$/.exec(sentence)?.[1])

describe('the search for misspelt variables', () => {
  it('names what is meant by a letter too few, too many, wrong, or in the place of its neighbour', () => {
    const slips = { DTA: 'DATA', PROT: 'PORT', PRT: 'PORT', DATAA: 'DATA', STOER: 'STORE', ATUH: 'AUTH', HOSR: 'HOST' }
    const longer = { LOG_LEVLE: 'LOG_LEVEL', MAX_BODY_BYTE: 'MAX_BODY_BYTES', STORE_PASWORD: 'STORE_PASSWORD' }
    const others = { ALOWED_HOST: 'ALLOWED_HOSTS', data: 'DATA', JWT_ISUER: 'JWT_ISSUER' }
    for (const [name, meant] of Object.entries({ ...slips, ...longer, ...others }))
      assert.deepEqual(meantBy(name), [meant], name)
    assert.deepEqual(misspelt({ DTA: './x' }, knownVariables), [
      'DTA is not a variable of turngraph. Did you mean DATA?',
    ])
  })

  it('finds each known name with any two neighbours swapped', () => {
    for (const name of knownVariables)
      for (let k = 0; k + 1 < name.length; k++) {
        const swapped = name.slice(0, k) + (name[k + 1] ?? '') + (name[k] ?? '') + name.slice(k + 2)
        if (!knownVariables.includes(swapped)) assert.deepEqual(meantBy(swapped), [name], swapped)
      }
  })

  it('says nothing of names that others set, of ours, of empty ones, and where the right one is set', () => {
    const shell =
      'PATH HOME USER LOGNAME SHELL TERM LANG LC_ALL PWD OLDPWD SHLVL EDITOR PAGER MAIL TZ DATE DISPLAY HOSTNAME HOSTTYPE ' +
      'OSTYPE MACHTYPE UID EUID PPID TMPDIR TEMP TMP COLUMNS LINES IFS OPTIND XDG_DATA_HOME XDG_DATA_DIRS SSH_AUTH_SOCK'
    const others =
      'CI DEBUG NODE_ENV NODE_OPTIONS NODE_PATH NO_COLOR HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy DATABASE DATABASE_URL DB_HOST ' +
      'DB_PORT REDIS_URL REDIS_PORT KUBERNETES_PORT KUBERNETES_SERVICE_HOST AWS_REGION AWS_PROFILE AWS_SESSION_TOKEN S3_BUCKET ' +
      'NEO4J_AUTH NEO4J_PASSWORD NEO4J_HEAP DOCKER_HOST JAVA_HOME npm_config_host npm_lifecycle_event TURNGRAPH_KEY GIT_AUTHOR_DATE'
    for (const name of [...`${shell} ${others}`.split(' '), ...knownVariables])
      assert.deepEqual(meantBy(name), [], name)
    assert.deepEqual(misspelt({ DTA: '' }, knownVariables), [])
    assert.deepEqual(meantBy('DATAS', { DATA: './data' }), [])
  })
})
