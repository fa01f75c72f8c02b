import { Square } from 'lucide-react'
import { useState, type JSX } from 'react'
import { useClient } from 'urql'
import { say } from '../../actions/toasts.ts'
import { StopAnswer } from '../../documents/generated.ts'
import { useKey } from '../../keys/keyActions.ts'
import { noteAnswer, type AnswerFacts } from '../answers/answers.ts'

/** Returns what stands in the composer while a model answers: which one, and what ends it. */
export function AnswerUnderWay({
  conversationId,
  answer,
}: {
  readonly conversationId: string
  readonly answer: AnswerFacts
}): JSX.Element {
  const client = useClient()
  const [isBusy, setBusy] = useState(false)
  const stop = async (): Promise<void> => {
    setBusy(true)
    const { data, error } = await client.mutation(StopAnswer, { input: { id: answer.id } }).toPromise()
    setBusy(false)
    const [refusal] = data?.result.userErrors ?? []
    const fault = refusal?.message ?? error?.message
    if (fault !== undefined) say({ text: fault, isFault: true, buttons: [] })
    else if (data?.result.answer) noteAnswer(conversationId, data.result.answer)
  }
  useKey('Escape', () => void stop())
  return (
    <div className="boxrow answering">
      <span className="soft grow cut" dir="auto">
        {answer.model} is answering … <span className="goes">stored once it is whole</span>
      </span>
      <button type="button" className="btn sm line" disabled={isBusy} onClick={() => void stop()}>
        <Square className="i s" />
        Stop <kbd aria-hidden="true">Esc</kbd>
      </button>
    </div>
  )
}
