/** Lists as LangGraph's serializer writes them: element by element, and by its own serializer at once. */
import { JsonPlusSerializer, type SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { writtenOf, type Written } from './encoding.ts'

/** Returns the elements of a list as they are written. */
export async function writtenElements(
  serde: SerializerProtocol,
  list: readonly unknown[],
): Promise<readonly Written[]> {
  if (list.length > 1 && isJoined(serde)) {
    const whole = await writtenOf(serde, list)
    const elements = typeof whole === 'string' ? cutList(whole) : []
    if (elements.length === list.length) return elements
  }
  // Holes are elements too.
  return Promise.all(Array.from(list, (element) => writtenOf(serde, element)))
}

/** Returns the list of these elements; null where only each can be read by itself. */
export function readElements(serde: SerializerProtocol, elements: readonly Written[]): Promise<unknown[]> | null {
  if (!isJoined(serde) || !elements.every((element) => typeof element === 'string')) return null
  return serde.loadsTyped('json', `[${elements.join(',')}]`) as Promise<unknown[]>
}

/** Whether the text of a list consists of the texts of its elements: a program's own serializer may write anything. */
const isJoined = (serde: SerializerProtocol): boolean => serde.constructor === JsonPlusSerializer

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Returns the texts of the elements of a list that is not empty, as JSON without blanks; none where it is no list. */
function cutList(text: string): string[] {
  const elements: string[] = []
  if (!text.startsWith('[')) return elements
  let [depth, from] = [0, 1]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = endOfText(text, i)
    else if (opening.has(code)) depth++
    else if (closing.has(code) && --depth === 0) elements.push(text.slice(from, i))
    else if (code === comma && depth === 1) {
      elements.push(text.slice(from, i))
      from = i + 1
    }
  }
  return elements
}

/** Returns where a text within JSON ends, by where it begins. */
function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === backslash) before--
    if ((end - before) % 2 === 1 || end < 0) return end < 0 ? text.length : end
  }
}
