/** Something of HTTP that the server does not take, before anything is done. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  readonly statusCode: number
  readonly code: 'BAD_REQUEST' | 'FORBIDDEN' | 'TIMEOUT'
  readonly details: object
  readonly headers: Readonly<Record<string, string>>

  constructor(
    statusCode: number,
    code: HttpRefusal['code'],
    message: string,
    details: object,
    headers: HttpRefusal['headers'] = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.details = details
    this.headers = headers
  }
}
