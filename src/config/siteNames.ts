/** The host that a request names, in the form that browsers use, and the port where it names one. */
export interface Authority {
  readonly name: string
  readonly port: number | null
}

/** Returns what a `Host` header names, null when it names nothing. */
export function authorityOf(host: string): Authority | null {
  const [, text, port] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{0,5}))?$/i.exec(host) ?? []
  const name = text === undefined ? null : hostNameOf(text)
  return name === null ? null : { name, port: port ? Number(port) : null }
}

/** Returns a name or address as browsers write it in an address, null when it is none. IPv6 may stand in brackets or without. */
export function hostNameOf(text: string): string | null {
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text
  if (!/^[\w.-]+$/.test(text) && !/^\[[\da-f:.]+\]$/i.test(bracketed)) return null
  return URL.canParse(`http://${bracketed}`) ? new URL(`http://${bracketed}`).hostname : null
}

/** Returns an origin as browsers write it, null when the text is none: scheme, host, perhaps a port, and nothing else. */
export function originOf(text: string): string | null {
  const url = /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text) ? new URL(text) : null
  // Of schemes that are not the web's, `url.origin` is "null".
  return url && url.host !== '' ? `${url.protocol}//${url.host.toLowerCase()}` : null
}

/** Says whether a name means this machine itself. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name)
}
