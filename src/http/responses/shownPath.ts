/** Returns the path of a request as it may be logged: without its query, and without a key that stands in it, however it is encoded. */
export function shownPath(url: string): string {
  const parts = (url.split(/[?#]/, 1)[0] ?? url).split('/')
  return parts.map((part, k) => (part !== '' && isSecret(part, parts[k - 1]) ? '…' : part)).join('/')
}

/** A key stands behind `k`; one that stands elsewhere is known by its form. */
function isSecret(part: string, before: string | undefined): boolean {
  return (before !== undefined && decoded(before).toLowerCase() === 'k') || /tg_[a-z2-7]{12}_/.test(decoded(part))
}

/** Returns what a text comes to once nothing in it is encoded any more. */
function decoded(text: string): string {
  const once = text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  return once === text ? text : decoded(once)
}
