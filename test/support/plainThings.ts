import type { RelationshipType } from '../../src/domain/records/relationship.ts'

/** How a command ends: done, or refused with a code. */
export type Outcome = 'ok' | 'NOT_FOUND' | 'BAD_INPUT' | 'CYCLE_DETECTED' | 'ALREADY_MERGED'
interface PlainEdge {
  readonly type: RelationshipType
  readonly source: string
  readonly target: string
  live: boolean
}
interface PlainEntity {
  mergedInto: string | null
  facts: string[]
}

/** Entities and edges as maps, by the words of design §3 and nothing clever: the judge of the product. */
export class PlainThings {
  readonly entities = new Map<string, PlainEntity>()
  edges: PlainEdge[] = []

  standing(id: string): string {
    const into = this.entities.get(id)?.mergedInto ?? null
    return into === null ? id : this.standing(into)
  }

  live(type?: RelationshipType): PlainEdge[] {
    return this.edges.filter((edge) => edge.live && (type === undefined || edge.type === type))
  }

  relate(type: RelationshipType, a: string, b: string): Outcome {
    const [source, target] = [this.standing(a), this.standing(b)]
    if (source === target) return type === 'DEPENDS_ON' ? 'CYCLE_DETECTED' : 'BAD_INPUT'
    const edge = this.find(type, source, target)
    if (edge?.live) return 'ok'
    if (this.closes(type, source, target)) return 'CYCLE_DETECTED'
    if (edge) edge.live = true
    else this.edges.push({ type, source, target, live: true })
    return 'ok'
  }

  unrelate(type: RelationshipType, a: string, b: string): Outcome {
    const edge = this.find(type, this.standing(a), this.standing(b))
    if (!edge?.live) return 'NOT_FOUND'
    edge.live = false
    return 'ok'
  }

  restore(type: RelationshipType, a: string, b: string): Outcome {
    const edge = this.find(type, this.standing(a), this.standing(b))
    if (!edge) return 'NOT_FOUND'
    if (!edge.live && this.closes(type, edge.source, edge.target)) return 'CYCLE_DETECTED'
    edge.live = true
    return 'ok'
  }

  /** Answers how many facts and live edges moved. */
  merge(from: string, into: string): Outcome | { readonly facts: number; readonly edges: number } {
    if (from === into) return 'BAD_INPUT'
    const [gone, stays] = [this.entities.get(from) as PlainEntity, this.entities.get(into) as PlainEntity]
    if (gone.mergedInto !== null || stays.mergedInto !== null) return 'ALREADY_MERGED'
    const renamed = (id: string) => (id === from ? into : id)
    const moved = this.edges.map((edge) => ({ ...edge, source: renamed(edge.source), target: renamed(edge.target) }))
    const kept = moved.filter(({ source, target }) => source !== target)
    if (hasCycle(kept.filter(({ live, type }) => live && type === 'DEPENDS_ON'))) return 'CYCLE_DETECTED'
    const counted = this.edges.filter(({ live, source, target }, i) => {
      const to = moved[i] as PlainEdge
      const isOfFrom = source === from || target === from
      return live && isOfFrom && to.source !== to.target && !this.find(to.type, to.source, to.target)?.live
    })
    this.edges = collapsed(kept)
    const facts = gone.facts.length
    stays.facts.push(...gone.facts)
    Object.assign(gone, { facts: [], mergedInto: into })
    return { facts, edges: counted.length }
  }

  find(type: RelationshipType, source: string, target: string): PlainEdge | undefined {
    return this.edges.find((edge) => edge.type === type && edge.source === source && edge.target === target)
  }

  closes(type: RelationshipType, source: string, target: string): boolean {
    return type === 'DEPENDS_ON' && hasCycle([...this.live(type), { type, source, target, live: true }])
  }
}

function collapsed(edges: readonly PlainEdge[]): PlainEdge[] {
  const found = new Map<string, PlainEdge>()
  for (const edge of edges) {
    const key = `${edge.type} ${edge.source} ${edge.target}`
    found.set(key, { ...edge, live: edge.live || (found.get(key)?.live ?? false) })
  }
  return [...found.values()]
}

/** Takes away what nothing leads on from, until nothing is left or only cycles are. */
function hasCycle(edges: readonly PlainEdge[]): boolean {
  const rest = edges.filter(({ target }) => edges.some(({ source }) => source === target))
  return rest.length === edges.length ? edges.length > 0 : hasCycle(rest)
}
