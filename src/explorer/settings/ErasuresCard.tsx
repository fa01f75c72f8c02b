import type { JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { useAskedMay } from '../data/rights.ts'
import { ErasureCount } from '../documents/generated.ts'
import { counted } from '../parts/text.ts'

/** Returns how much was erased, with the way to the receipts; null to who may not see it. */
export function ErasuresCard(): JSX.Element | null {
  const [mayErase, mayAdminister] = [useAskedMay('ERASE'), useAskedMay('ADMIN')]
  const may = mayErase === true || mayAdminister === true
  const [{ data }] = useQuery({ query: ErasureCount, pause: !may, requestPolicy: 'cache-and-network' })
  if (!may) return null
  const count = data?.erasures.totalCount
  return (
    <section className="card fig" aria-labelledby="erasures-card">
      <header>
        <h2 id="erasures-card">Erasures</h2>
        <span className="soft grow">
          {count === undefined
            ? '…'
            : count === 0
              ? 'Nothing was erased'
              : `${counted(count, 'erasure')}, each with a receipt`}
        </span>
        <Link className="btn line sm" href="/erasures">
          Show them
        </Link>
      </header>
    </section>
  )
}
