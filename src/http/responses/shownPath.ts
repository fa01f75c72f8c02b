/** Returns the path of a request as it may be logged: without its query, and without a key that stands in it. */
export function shownPath(url: string): string {
  return (url.split('?', 1)[0] ?? url).replace(/(^|\/)k\/[^/]+/g, '$1k/…')
}
