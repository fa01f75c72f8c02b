/** Returns the path of a request as it may be logged: without its query, and without a key that stands in it, however it is encoded. */
export function shownPath(url: string): string {
  const parts = (url.split(/[?#]/, 1)[0] ?? url).split('/')
  return parts.map((part, k) => (part !== '' && isSecret(part, parts[k - 1]) ? '…' : part)).join('/')
}

/** A key stands behind `k`; one that stands elsewhere is known by its form. */
function isSecret(part: string, before: string | undefined): boolean {
  return (before !== undefined && decoded(before).toLowerCase() === 'k') || /tg_[a-z2-7]{12}_/.test(decoded(part))
}

/** Returns what a text comes to once nothing in it is encoded any more: a letter at a time, however often it is encoded. */
function decoded(text: string): string {
  if (!text.includes('%')) return text
  const letters: string[] = []
  for (const letter of text) {
    letters.push(letter)
    for (;;) {
      const [, code] = /^%([\da-f]{2})$/i.exec(letters.slice(-3).join('')) ?? []
      if (code === undefined) break
      letters.splice(-3, 3, String.fromCharCode(parseInt(code, 16)))
    }
  }
  return letters.join('')
}
