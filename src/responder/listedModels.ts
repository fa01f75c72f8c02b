import type OpenAI from 'openai'

/** How many names are shown, how long the endpoint may take to say them, and how long they are remembered. */
const most = 100
const timeout = 3_000
const rememberedMs = 60_000

/** Returns what asks an endpoint for the names of its models: once a minute, and none where it does not say them. */
export function listedModels(client: OpenAI, now: () => number = () => performance.now()) {
  let known: { readonly at: number; readonly names: Promise<readonly string[]> } | null = null
  const ask = async (): Promise<readonly string[]> => {
    try {
      const { data } = await client.models.list({ timeout })
      return data.flatMap(({ id }) => (typeof id === 'string' ? id : [])).slice(0, most)
    } catch {
      // Many endpoints list nothing; the request names the model then.
      return []
    }
  }
  return (): Promise<readonly string[]> => {
    if (known === null || now() - known.at > rememberedMs) known = { at: now(), names: ask() }
    return known.names
  }
}
