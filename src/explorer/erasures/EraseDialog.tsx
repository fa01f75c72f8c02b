import { Download } from 'lucide-react'
import { useRef, useState, type JSX } from 'react'
import { useClient } from 'urql'
import { EraseContent, type ErasureReceiptFragment } from '../documents/generated.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { freshKey } from '../actions/freshKey.ts'
import { base } from '../urls/urls.ts'
import { eraseAsked, type EraseAsked } from './asked.ts'
import { EraseForm, type ChosenErasure } from './EraseForm.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { saveReceipt } from './receiptFile.ts'

/** Returns the dialog that erases: first what would go, then, once that is confirmed, the receipt. */
export default function EraseDialog({ asked }: { readonly asked: EraseAsked }): JSX.Element {
  const client = useClient()
  const [receipt, setReceipt] = useState<ErasureReceiptFragment | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Asked once more where no answer came, it is the same erasure.
  const key = useRef<{ readonly of: string; readonly key: string } | null>(null)
  if (receipt) return <Receipt receipt={receipt} />
  const erase = async (input: ChosenErasure): Promise<void> => {
    const of = JSON.stringify(input)
    if (key.current?.of !== of) key.current = { of, key: freshKey() }
    setBusy(true)
    const variables = { input: { ...input, idempotencyKey: key.current.key } }
    const { data, error } = await client.mutation(EraseContent, variables).toPromise()
    setBusy(false)
    const refusal = data?.erase.userErrors[0]
    if (data?.erase.receipt) setReceipt(data.erase.receipt)
    else setFault(refusal?.message ?? `It is not known whether this was done: ${error?.message ?? 'no answer'}`)
  }
  return (
    <Dialog
      title={`Erase ${asked.name}`}
      hint="What it says goes for good, wherever it is stored. Nothing brings it back. That it was there stays: its place, its times, its hashes."
      onClose={() => eraseAsked.set(null)}
    >
      <EraseForm {...{ asked, isBusy, fault }} onErase={(input) => void erase(input)} />
    </Dialog>
  )
}

/** What came of it. What the page still holds of what was erased goes with its being loaded anew. */
function Receipt({ receipt }: { readonly receipt: ErasureReceiptFragment }): JSX.Element {
  return (
    <Dialog title="Erased" onClose={() => location.reload()}>
      <ReceiptFacts receipt={receipt} />
      <div className="dacts">
        {/* No link of the page's own: with it, the page would keep what it holds. */}
        <a className="btn" href={`${base}/erasures`}>
          All erasures
        </a>
        <button type="button" className="btn line" onClick={() => void saveReceipt(receipt)}>
          <Download className="i" />
          Save the receipt
        </button>
        <button type="button" className="btn main" onClick={() => location.reload()}>
          Close
        </button>
      </div>
    </Dialog>
  )
}
