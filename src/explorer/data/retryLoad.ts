const longest = 16_000

/** Loads a part of the page, again and again for half a minute: what stands in its place may stay meanwhile. */
export async function retryLoad<T>(load: () => Promise<T>, pause = 500): Promise<T> {
  try {
    return await load()
  } catch (fault) {
    if (pause > longest) throw fault
    await new Promise((done) => setTimeout(done, pause))
    return retryLoad(load, 2 * pause)
  }
}
