import { ChevronRight, Download } from 'lucide-react'
import { useEffect, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { copyText } from '../actions/copyLink.ts'
import { ErasureOf } from '../documents/generated.ts'
import { NotFound } from '../parts/NotFound.tsx'
import { NoteLine, Notice } from '../parts/Notice.tsx'
import { dayOf } from '../parts/text.ts'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { saveReceipt } from './receiptFile.ts'

/** Milliseconds between two looks at an erasure that is under way. */
const pause = 2_000

/** Returns one erasure: what its receipt says, and the receipt itself to be saved. */
export default function ErasurePage({ id }: { readonly id: string }): JSX.Element {
  const [{ data, error }, readAgain] = useQuery({
    query: ErasureOf,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  const receipt = data?.erasure
  const isUnderWay = receipt?.state === 'ERASING'
  usePageTitle('Erasure')
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setInterval(() => readAgain({ requestPolicy: 'network-only' }), pause)
    return () => clearInterval(timer)
  }, [isUnderWay, readAgain])
  if (!data) return <Notice title="Erasure">{error?.message ?? 'Loading …'}</Notice>
  if (!receipt) return <NotFound>There is no erasure of that id here</NotFound>
  const { signature } = receipt
  return (
    <main className="pane" aria-labelledby="erasure-title">
      <header className="head">
        <div className="crumb grow">
          <Link className="from stays" href="/erasures">
            Erasures
          </Link>
          <ChevronRight className="i s" />
          <h1 id="erasure-title" className="cut">
            Erased on {dayOf(receipt.at)}
          </h1>
        </div>
      </header>
      <div className="page narrow scroll" tabIndex={-1}>
        <section className="card fig receipt" aria-labelledby="receipt-title">
          <header>
            <h2 id="receipt-title">Receipt</h2>
          </header>
          {isUnderWay && <NoteLine isWarning>It is under way. The receipt comes when it is done.</NoteLine>}
          <ReceiptFacts receipt={receipt} />
          {signature != null && (
            <div className="rowx">
              <button type="button" className="btn line" onClick={() => void saveReceipt(receipt)}>
                <Download className="i" />
                Save the receipt
              </button>
              <button type="button" className="btn" onClick={() => void copyText(signature, 'Copied.')}>
                Copy the signed text
              </button>
            </div>
          )}
          <p className="soft">
            The receipt is signed. It holds no content and no name; whoever has the file and this server’s public key
            can check it.
          </p>
        </section>
      </div>
    </main>
  )
}
