/**
 * An OpenID provider on a free port. It writes its issuer as a line; each line that it reads is the private keys, as JSON,
 * that it has from then on, the first of which signs. It answers each by a line.
 */
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import Provider from 'oidc-provider'

const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
let handle = (_, response) => response.writeHead(503).end()
await new Promise((listening) => server.once('listening', listening))
const issuer = `http://127.0.0.1:${server.address().port}`

/** A service that asks for itself, for the tenant `acme`. */
const client = {
  ...{ client_id: 'service', client_secret: 'a-secret-of-the-service', grant_types: ['client_credentials'] },
  ...{ redirect_uris: [], response_types: [], id_token_signed_response_alg: 'ES256' },
}
const resource = {
  ...{ audience: 'turngraph', scope: 'read write', accessTokenFormat: 'jwt' },
  jwt: { sign: { alg: 'ES256' } },
}

function providerWith(keys) {
  return new Provider(issuer, {
    clients: [client],
    jwks: { keys },
    ttl: { ClientCredentials: 600 },
    extraTokenClaims: () => ({ tenant: 'acme' }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'https://turngraph.example',
        getResourceServerInfo: () => resource,
        useGrantedResource: () => true,
      },
    },
  })
}

process.stdout.write(`${issuer}\n`)
for await (const line of createInterface({ input: process.stdin })) {
  handle = providerWith(JSON.parse(line)).callback()
  process.stdout.write('ready\n')
}
server.closeAllConnections()
server.close()
