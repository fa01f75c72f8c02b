import * as Dialog from '@radix-ui/react-dialog'
import type { JSX } from 'react'
import { keys } from './keys.ts'

/** Returns the list of all keys, opened. */
export default function KeyList({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title>Keys</Dialog.Title>
          <table>
            <tbody>
              {keys.map(([key, does]) => (
                <tr key={key}>
                  <th scope="row">{key}</th>
                  <td>{does}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Dialog.Close>Close</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
