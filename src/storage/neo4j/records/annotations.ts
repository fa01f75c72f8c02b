import type { Annotations } from '../../../domain/messages/annotation.ts'
import { annotationsOf, annotationsRow, type AnnotationsRow } from '../../rows/annotations.ts'
import { inOneText, int, outOfOneText } from '../properties/rows.ts'
import { unique, versioned } from './label.ts'

/** Each beside its observation: that one never changes. */
export const annotations = {
  ...versioned<Annotations>({
    label: 'Annotations',
    key: 'id',
    rows: 'annotations',
    what: 'annotations',
    schema: [unique('annotations_id', 'Annotations', ['tenant', 'id'])],
    idOf: ({ id }) => id,
    properties: (tenant, input) => {
      const { id, version, body: rest } = annotationsRow(input)
      return { tenant, id, version: int(version), body: inOneText([id, version], rest) }
    },
    from: (body) => {
      const [[id, version], rest] = outOfOneText(body)
      return annotationsOf({ ...({ id, version } as AnnotationsRow), body: rest })
    },
  }),
  writes: [
    `
    UNWIND r.annotations AS x
    MERGE (n:Annotations {tenant: r.tenant, id: x.id})
    SET n += x.props
    WITH r, x, n
    MATCH (o:Observation {tenant: r.tenant, id: x.id})
    USING INDEX SEEK o:Observation(tenant, id)
    MERGE (n)-[:ANNOTATES]->(o)`,
  ],
  weight: 2,
}
