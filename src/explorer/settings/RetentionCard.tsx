import type { JSX } from 'react'
import { useQuery } from 'urql'
import { TenantRetention } from '../documents/generated.ts'
import { howLong } from '../erasures/retention.ts'

/** Returns how long the tenant keeps what conversations say that say nothing else. */
export function RetentionCard(): JSX.Element {
  const [{ data }] = useQuery({ query: TenantRetention, requestPolicy: 'cache-and-network' })
  return (
    <section className="card fig" aria-labelledby="retention-card">
      <header>
        <h2 id="retention-card">Retention</h2>
        <span className="soft grow">
          {data
            ? `Content is kept ${howLong(data.viewer.retainDays ?? null)}, unless its conversation says otherwise`
            : '…'}
        </span>
      </header>
      <p className="soft">
        A conversation says so in its menu, under “Retention …”; the operator sets it for all with “turngraph tenants
        retain”.
      </p>
    </section>
  )
}
