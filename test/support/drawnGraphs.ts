/** Graphs as others read them: by the grammars of Graphviz and of Mermaid's flowcharts, as far as trees are drawn in them. */

/** A graph that was read: each node's label, and the edges in their order. */
export interface ReadGraph {
  readonly labels: ReadonlyMap<string, string>
  readonly edges: readonly { readonly from: string; readonly to: string; readonly label: string | null }[]
}

const dotToken = /\s*(?:(->)|([{}[\]=,;])|"((?:[^"\\]|\\[\s\S])*)"|([A-Za-z_][A-Za-z_0-9]*|-?\d+(?:\.\d+)?))/y

/** Returns the tokens of a text in DOT; whoever reads it refuses anything else. */
function dotTokens(text: string): { readonly sign: string | null; readonly word: string | null }[] {
  const tokens: { sign: string | null; word: string | null }[] = []
  for (dotToken.lastIndex = 0; text.slice(dotToken.lastIndex).trim() !== '';) {
    const from = dotToken.lastIndex
    const [, arrow, sign, quoted, plain] = dotToken.exec(text) ?? fail(`no DOT: ${text.slice(from, from + 40)}`)
    tokens.push({ sign: arrow ?? sign ?? null, word: quoted?.replaceAll('\\"', '"') ?? plain ?? null })
  }
  return tokens
}

/** Reads a digraph of node, edge and attribute statements. In a label a backslash is an escape. */
export function readDot(text: string): ReadGraph {
  const tokens = dotTokens(text)
  const labels = new Map<string, string>()
  const edges: { from: string; to: string; label: string | null }[] = []
  const peek = () => tokens[0] ?? fail('the graph has no end')
  const takes = (sign: string) => peek().sign === sign && tokens.shift() !== undefined
  const sign = (wanted: string) => takes(wanted) || fail(`"${wanted}" is missing`)
  const word = () => tokens.shift()?.word ?? fail('a name is missing')
  const attributes = () => {
    const found = new Map<string, string>()
    if (takes('['))
      while (!takes(']')) {
        const name = word()
        sign('=')
        found.set(name, word())
        takes(',')
      }
    return found
  }
  const shown = (label: string | undefined) => label?.replace(/\\([\s\S])/g, '$1') ?? null
  if (word() !== 'digraph') fail('no digraph')
  word()
  sign('{')
  while (!takes('}')) {
    const name = word()
    if (takes('->')) {
      const to = word()
      edges.push({ from: name, to, label: shown(attributes().get('label')) })
    } else if (name !== 'node') labels.set(name, shown(attributes().get('label')) ?? name)
    else attributes()
    takes(';')
  }
  if (tokens.length > 0) fail('something stands behind the graph')
  return { labels, edges }
}

const mermaidNode = /^ {2}(\w+)\["([^"]*)"\](?::::(\w+))?$/
const mermaidEdge = /^ {2}(\w+) (?:-->|-\. (?:"([^"]*)"|(\w+)) \.->) (\w+)$/

/** Reads a flowchart of nodes with quoted labels, and arrows, dotted ones with a label. */
export function readMermaid(text: string): ReadGraph {
  const [first, ...lines] = text.trimEnd().split('\n')
  if (first !== 'graph TD') fail(`no flowchart: ${first}`)
  const labels = new Map<string, string>()
  const edges: { from: string; to: string; label: string | null }[] = []
  const entities = (label: string) => label.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
  for (const line of lines) {
    const [, name, label] = mermaidNode.exec(line) ?? []
    const [, from, quoted, plain, to] = mermaidEdge.exec(line) ?? []
    if (name !== undefined && label !== undefined) labels.set(name, entities(label))
    else if (from !== undefined && to !== undefined) edges.push({ from, to, label: quoted ?? plain ?? null })
    else if (!/^ {2}classDef \w+ [\w-]+:\w+$/.test(line)) fail(`no statement: ${line}`)
  }
  return { labels, edges }
}

function fail(message: string): never {
  throw new Error(message)
}
