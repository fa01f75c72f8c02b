/** A line of a value that is drawn as a tree. */
export interface ValueRow {
  readonly path: string
  readonly depth: number
  readonly key: string | null
  /** What it is, or what is folded in it. */
  readonly text: string
  readonly isText: boolean
  /** Of an object or list with something in it: whether that is shown. Null for others. */
  readonly isOpen: boolean | null
  /** What more can be shown of a text; null where it is whole. */
  readonly offer: string | null
}

/** Deeper than this, all is folded at first. */
const deepest = 2
/** Of a longer text the beginning is shown. */
const longest = 300
/** So many lines are drawn at once. */
const most = 200

/** Returns a value line by line; `toggled`: the paths that were folded or unfolded by hand. `more`: the lines left out. */
export function valueRows(
  value: unknown,
  toggled: ReadonlySet<string>,
): { readonly rows: readonly ValueRow[]; readonly more: number } {
  const rows: ValueRow[] = []
  let more = 0
  const add = (each: unknown, key: string | null, path: string, depth: number): void => {
    if (rows.length >= most) {
      more += 1
      return
    }
    const inner = innerOf(each, toggled.has(path))
    if (!inner) {
      rows.push({ path, depth, key, isOpen: null, ...textOf(each, toggled.has(path)) })
      return
    }
    // A text shows what is in it from the time on that this was asked for.
    const isOpen = typeof each === 'string' || depth < deepest !== toggled.has(path)
    rows.push({ path, depth, key, isOpen, isText: false, offer: null, text: summaryOf(each) })
    if (isOpen) for (const [name, child] of inner) add(child, name, `${path}/${name}`, depth + 1)
  }
  const top = innerOf(value, true)
  if (top) for (const [name, child] of top) add(child, name, `/${name}`, 0)
  else add(value, null, '/', 0)
  return { rows, more }
}

/** What is in an object or a list; null for what has nothing in it. A text that is JSON has, once that is asked for. */
function innerOf(value: unknown, isAsked: boolean): readonly (readonly [string, unknown])[] | null {
  if (typeof value === 'string') {
    const read = isAsked ? jsonOf(value) : undefined
    return read === undefined ? null : innerOf(read, false)
  }
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value)
  return entries.length === 0 ? null : entries
}

function summaryOf(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.length} ]`
  return typeof value === 'object' && value !== null ? `{ ${Object.keys(value).length} }` : '{ … }'
}

function textOf(value: unknown, isAsked: boolean): Pick<ValueRow, 'text' | 'isText' | 'offer'> {
  if (typeof value !== 'string') return { text: JSON.stringify(value), isText: false, offer: null }
  if (value.length > 2 && jsonOf(value) !== undefined)
    return { text: JSON.stringify(cut(value, 60)), isText: true, offer: 'Read as JSON' }
  if (value.length <= longest) return { text: JSON.stringify(value), isText: true, offer: null }
  return isAsked
    ? { text: JSON.stringify(value.slice(0, 100_000)), isText: true, offer: 'Show less' }
    : {
        text: JSON.stringify(cut(value, longest)),
        isText: true,
        offer: `Show all ${value.length.toLocaleString('en')} characters`,
      }
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)}…`)

function jsonOf(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > 200_000) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
