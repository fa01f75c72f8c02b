import { WebStandardStreamableHTTPServerTransport, type McpServer } from '@modelcontextprotocol/server'

/**
 * Answers one request of the versions that shake hands, without a session: as one JSON text, for nothing is sent while a
 * tool works, and a stream of events takes three times as many packets.
 */
export async function answerHandshaking(
  request: Request,
  parsedBody: unknown,
  open: () => Promise<McpServer>,
): Promise<Response> {
  // There is no session to listen to or to end.
  if (request.method !== 'POST') return notAllowed()
  const server = await open()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const gone = new Promise<Response>((done) =>
    request.signal.addEventListener('abort', () => done(new Response(null, { status: 499 })), { once: true }),
  )
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody }), gone])
  } finally {
    await server.close()
  }
}

function notAllowed(): Response {
  const error = { code: -32000, message: 'Method not allowed.' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 405, headers: { allow: 'POST' } })
}
