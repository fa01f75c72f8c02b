/** A page that nobody sees is not drawn: nothing waits longer for it, in milliseconds. */
const longest = 300

/** Returns once what is known by now has been drawn. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, longest)
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })
}
